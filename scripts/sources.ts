// Counts where the fixtures and error responses of the providers come from, and writes the table of docs/channel-types.md.
// npm run sources
import { writeFileSync } from 'node:fs'
import { examples, page, pageWith, sourceTable, withoutSource } from './sources/source-table.ts'

const all = examples()
for (const place of withoutSource(all)) console.error(`✖ ${place} has no source, or no channel type`)
writeFileSync(page, pageWith(sourceTable(all)))
