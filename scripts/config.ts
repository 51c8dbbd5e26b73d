import { runCommand } from '../server/src/operations/command-line.ts'
import {
  applyCommand,
  exportFile,
  planCommand,
  planExitCodes,
  printSchema,
} from '../server/src/operations/config-file/config-command.ts'
import { Refusal } from '../server/src/operations/refusal.ts'

const usage = `config export [--out file] [--secrets sealed|env]
       config plan <file> [--prune] [--json]
       config apply <file> [--prune] [--json]
       config schema
Writes channels, groups, prices, virtual models and options as one YAML file, and applies such a file to the installation
that the environment names; it may be running. The file - is the standard input. docs/config.md describes the file.
plan changes nothing, and exits with 0 when there is nothing to change, 2 when there is, 1 when the file cannot be applied.`

await runCommand(
  usage,
  { out: { type: 'string' }, secrets: { type: 'string' }, prune: { type: 'boolean' } },
  async ({ words: [verb, file, ...more], values }) => {
    if (more.length > 0) throw new Refusal(`Usage: ${usage}`)
    const prune = values.prune === true
    if (verb === 'export' && file === undefined)
      return exportFile(process.env, {
        ...(typeof values.out === 'string' && { out: values.out }),
        secrets: typeof values.secrets === 'string' ? values.secrets : 'sealed',
      })
    if (verb === 'schema' && file === undefined) return printSchema()
    if (verb === 'plan' && file !== undefined) return planCommand(process.env, file, prune)
    if (verb === 'apply' && file !== undefined) return applyCommand(process.env, file, prune)
    throw new Refusal(`Usage: ${usage}`)
  },
  { failed: planExitCodes.failed },
)
