import { parseArgs } from 'node:util'
import { StartError } from '../start-error.ts'
import { MigrationRefused } from '../store/migration-record.ts'
import { type Progress, Refusal } from './refusal.ts'

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>
type Given = { values: Record<string, string | boolean | undefined>; words: string[] }

export type Outcome = { data: unknown; text: string; exitCode?: number }

/**
 * Runs the command of a script: its result goes to stdout as text or as JSON, everything else to stderr. `failed` is the
 * exit status of a command that could not be carried out.
 */
export async function runCommand(
  usage: string,
  options: Options,
  work: (given: Given, progress: Progress) => Promise<Outcome>,
  { failed = 2 }: { failed?: number } = {},
): Promise<void> {
  const given = readArguments(options)
  if (!given || given.values.help) {
    console.error(`Usage: ${usage}`)
    process.exitCode = given ? 0 : failed
    return
  }
  try {
    const { data, text, exitCode = 0 } = await work(given, (line) => console.error(line))
    console.log(given.values.json ? JSON.stringify(data, undefined, 2) : text)
    process.exitCode = exitCode
  } catch (error) {
    // An error for the operator is one readable text; any other is a bug and is printed with its stack.
    const isForOperator = error instanceof Refusal || error instanceof StartError || error instanceof MigrationRefused
    console.error(isForOperator ? error.message : error)
    if (given.values.json)
      console.log(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }))
    process.exitCode = failed
  }
}

function readArguments(options: Options): Given | undefined {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' }, help: { type: 'boolean' }, ...options },
      allowPositionals: true,
    })
    return { values: values as Given['values'], words: positionals }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    return undefined
  }
}
