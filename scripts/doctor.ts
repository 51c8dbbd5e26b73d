import { runCommand } from '../server/src/operations/command-line.ts'
import { diagnosisText, examine, exitCodeOf } from '../server/src/operations/doctor/doctor.ts'

const usage = `doctor [--channels] [--json]
Checks the installation that the environment names, running or not, and changes nothing.
With --channels it also connects to the host of every enabled channel, without sending a key.
Exits with 0 when all is well, 1 when there are warnings, 2 when there are problems.`

await runCommand(usage, { channels: { type: 'boolean' } }, async ({ values }) => {
  const diagnosis = await examine(process.env, { channels: values.channels === true })
  return { data: diagnosis, text: diagnosisText(diagnosis), exitCode: exitCodeOf(diagnosis) }
})
