/** Statements under way; the error of the first that failed counts, as all after it fail because of it. */
export function createSentStatements() {
  const sent: Promise<void>[] = []
  return {
    add(statement: Promise<void>): void {
      // If the work ends before they are settled, the transaction is rolled back behind them.
      statement.catch(() => {})
      sent.push(statement)
    },
    async settle(): Promise<void> {
      for (const result of await Promise.allSettled(sent))
        if (result.status === 'rejected') throw result.reason
    },
  }
}

export type SentStatements = ReturnType<typeof createSentStatements>
