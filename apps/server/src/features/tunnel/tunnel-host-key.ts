import type { Db } from '../../platform/db/db.ts'
import { sql } from '../../platform/db/sql.ts'
import type { SecretBox } from '../../platform/keys/secret-box.ts'
import { generateHostKey } from './ssh-server.ts'

const owner = 1

/** The SSH server's own key, the same in every process; made when it is first needed. */
export async function getTunnelHostKey(db: Db, secrets: SecretBox, now: number): Promise<string> {
  const find = () =>
    db.row<{ sealed_key: Uint8Array }>(sql`select sealed_key from tunnel_host_key where id = ${owner}`)
  if (!(await find())) {
    const sealed = secrets.seal(Buffer.from(await generateHostKey()), 'tunnelHostKey', owner)
    await db.run(
      sql`insert into tunnel_host_key (id, sealed_key, created_at) values (${owner}, ${sealed}, ${new Date(now)})
          on conflict (id) do nothing`,
    )
  }
  return secrets.open((await find())!.sealed_key, 'tunnelHostKey', owner).toString()
}
