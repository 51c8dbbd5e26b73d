/** Test files that run one after the other in one process. */
export type TestProcess = { files: string[]; hasBrowser: boolean }

/**
 * To start a process and load the server takes longer than most files take, so the files of such a folder share a process. Each
 * folder of the domain counts for itself.
 */
const sharing = /^(contract|mock-upstream|web\/src|server\/src\/(?!domain\/)[^/]+|server\/src\/domain\/[^/]+)\//

/** What these do to their process would be seen by other files: they replace globals, or watch everything that is hashed. */
export const alone = new Set([
  'server/src/secrets/passwords.test.ts',
  'web/src/app/query-client.test.ts',
  'web/src/lib/api/call.test.ts',
  'web/src/lib/browser/stored.test.ts',
  'web/src/lib/session/session.test.ts',
])

/** These take longest of those that are alone. They begin first, so that no core is idle while the last of them runs. */
export const longest = ['server/test/relay/processes.test.ts', 'scripts/check.test.ts']

/** Every file in exactly one process; the processes that take longest come first. */
export function planProcesses(files: string[]): TestProcess[] {
  const names = (file: string) => (alone.has(file) ? file : (sharing.exec(file)?.[0] ?? file))
  const processes = [...Map.groupBy(files, names).values()].map((together) => ({
    files: together,
    hasBrowser: together.some((file) => file.startsWith('web/journeys/')),
  }))
  const weight = ({ files: [first = '', ...others] }: TestProcess) =>
    longest.includes(first) ? Number.MAX_SAFE_INTEGER : others.length
  return processes.sort((a, b) => weight(b) - weight(a))
}
