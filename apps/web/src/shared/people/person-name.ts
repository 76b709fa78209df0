/** First and last name; the address if neither is set. */
export function formatPersonName(person: { first_name: string; last_name: string; email?: string }): string {
  return `${person.first_name} ${person.last_name}`.trim() || (person.email ?? '')
}
