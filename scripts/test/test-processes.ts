/** Test files that run one after the other in one process, named after their folder, or after the file where there is one. */
export type TestProcess = { name: string; files: string[]; hasBrowser: boolean }

/**
 * Starting a process and loading the server takes longer than most files take, so the files of such a folder share a
 * process. The largest folders of the domain count for themselves, and so does every folder of server/test.
 */
const sharing =
  /^(contract|mock-upstream|web\/src|server\/src\/domain\/(routing\/channels|money\/wallet|money)|server\/src\/[^/]+|server\/test(\/[^/]+)*(?=\/[^/]+$))\//

/**
 * These files affect other files in their process: they replace globals, or watch every hash. Or they take so long that
 * they begin first.
 */
export const alone = new Set([
  'server/src/secrets/passwords.test.ts',
  'server/test/relay/processes.long.test.ts',
  'web/src/app/query-client.test.ts',
  'web/src/components/data-table/column-choice.test.ts',
  'web/src/lib/api/call.test.ts',
  'web/src/lib/browser/stored.test.ts',
  'web/src/lib/session/org-context.test.ts',
  'web/src/lib/session/session.test.ts',
])

/** The slowest files and folders, in this order. They begin first, so that no core is idle at the end. */
export const longest = [
  'server/test/faults/',
  'server/test/relay/processes.long.test.ts',
  'server/test/relay/providers/',
  'server/test/relay/',
  'server/src/domain/money/wallet/',
  'server/src/domain/money/',
  'server/src/domain/',
  'server/test/',
]

/** Tests of components have JSX, for which their process needs a preload. */
export const isComponentTest = (file: string) => file.endsWith('.test.tsx')
const isJourney = (file: string) => file.startsWith('web/journeys/')
/** A browser takes seconds to start, so many files share one; and as many run at a time as there are cores on small machines. */
const browserProcesses = 2

/** Every file in exactly one process; the slowest processes come first. */
export function planProcesses(files: string[]): TestProcess[] {
  const journeys = files.filter(isJourney)
  const names = (file: string) => {
    if (isComponentTest(file)) return 'components'
    if (isJourney(file)) return `journeys ${journeys.indexOf(file) % browserProcesses}`
    return alone.has(file) ? file : (sharing.exec(file)?.[0] ?? file)
  }
  const processes = [...Map.groupBy(files, names)].map(([name, together]) => ({
    name,
    files: together,
    hasBrowser: together.some(isJourney),
  }))
  const rank = ({ files: [first = ''] }: TestProcess) => {
    const found = longest.findIndex((path) => first.startsWith(path))
    return found === -1 ? longest.length : found
  }
  return processes.sort((a, b) => rank(a) - rank(b) || b.files.length - a.files.length)
}
