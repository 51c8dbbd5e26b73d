import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** A higher cost would take a core for seconds, and the hash comes from another server. */
const costMax = 14

/** A hash of bcrypt, as other gateways of this family store passwords. */
export function isBcrypt(stored: string): boolean {
  const [, cost] = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(stored) ?? []
  return cost !== undefined && Number(cost) >= 4 && Number(cost) <= costMax
}

/** In a thread of its own: the library is written in JavaScript, and calls must not wait for it. */
export async function verifyBcrypt(password: string, stored: string): Promise<boolean> {
  const worker = new Worker(new URL('./bcrypt-worker.ts', import.meta.url), { workerData: { password, stored } })
  try {
    const [ok] = (await once(worker, 'message')) as [boolean]
    return ok
  } finally {
    await worker.terminate()
  }
}
