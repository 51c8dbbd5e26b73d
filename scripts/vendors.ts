// Compares the vendors' present SDKs with this project: request fields, names in streams, beta flags and models that are
// new there or gone. npm run vendors [-- anthropic google] [-- --write]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { channelTypeOrder } from '@turnpike/contract/channel-types'
import { loadProviders } from '../server/src/gateway/providers/registry.ts'
import { expressionsOf, reportOf } from './vendors/report.ts'
import { installSdks, scratchFolder } from './vendors/scratch.ts'
import { sdks } from './vendors/sdks.ts'
import { valuesOfTypes } from './vendors/type-values.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const wanted = sdks.filter(
  ({ vendor }) =>
    positionals.length === 0 || positionals.some((name) => vendor.toLowerCase().includes(name.toLowerCase())),
)

installSdks(sdks.flatMap((sdk) => sdk.packages))
await loadProviders(channelTypeOrder)
const expressions = [...new Set(wanted.flatMap(expressionsOf))]
const found = valuesOfTypes(scratchFolder, expressions)
const valuesOf = (expression: string) => found[expressions.indexOf(expression)] ?? { error: 'was not looked up' }
const report = wanted.map((sdk) => reportOf(sdk, valuesOf)).join('\n\n')

const page = `# What vendors have and this project does not

The output of \`npm run vendors\` on ${new Date().toISOString().slice(0, 10)}. It reads the type declarations of the vendors' present SDKs. A field or name is *new there* if the
adapter neither passes it nor names it in its code, and *gone there* if the code names it and the SDK does not. Not every new name is a gap: some belong to features that a gateway
does not offer.

${report}
`
if (values.write) writeFileSync(join(import.meta.dirname, '..', 'docs', 'vendors.md'), page)
console.log(report)
