import type { Config } from '../../config.ts'
import { createAgents } from '../../outbound/agents.ts'
import { traceSettings } from '../../traces/trace-settings.rules.ts'
import { type Finding, ok, warning } from './finding.ts'
import { reach } from './reach.ts'

/** The collector of traces, where there is one. It is the operator's own: the policy for channels does not apply to it. */
export async function checkTraces(config: Config): Promise<Finding[]> {
  const read = traceSettings(config)
  if (!read) return []
  const ignored = read.ignored.map(({ variable, reason }) =>
    warning('traces', `${variable} is ignored: ${reason}`, 'docs/configuration.md says which values there are.'),
  )
  const agents = createAgents({ allowPrivate: true, allowed: [] })
  try {
    const url = new URL(read.settings.url)
    const failure = await reach(agents, url)
    const advice = 'Calls go on without it. Look whether the collector runs, and takes OTLP over HTTP at this address.'
    const { origin } = url // an address may have a password
    return [
      ...ignored,
      failure ? warning('traces', `${origin}: ${failure}`, advice) : ok('traces', `${origin} is reachable`),
    ]
  } finally {
    await agents.close()
  }
}
