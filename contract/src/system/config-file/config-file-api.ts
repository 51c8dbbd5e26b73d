import { z } from 'zod'
import type { BoundsByField } from '../../bounds.ts'
import { endpoint } from '../../endpoint.ts'
import { fieldChange } from '../history.ts'

export const configFileBounds = { text: { lengthMax: 1024 * 1024 } } satisfies BoundsByField

export const configKinds = ['option', 'group', 'price', 'price_source', 'channel', 'virtual_model', 'faq'] as const
export type ConfigKind = (typeof configKinds)[number]
export const configActions = ['create', 'change', 'remove'] as const
export type ConfigAction = (typeof configActions)[number]

/** The effect of a file on one option, group, price, price source, channel, virtual model or question. */
const configChange = z.object({
  kind: z.enum(configKinds),
  action: z.enum(configActions),
  name: z.string(),
  fields: z.array(fieldChange),
})
export type ConfigChange = z.infer<typeof configChange>

/** A reason why a file cannot be applied. */
const configProblem = z.object({
  /** From 1; 0 where it is not known. */
  line: z.int(),
  /** The path in the file, such as `channels.0.type`. */
  path: z.string(),
  en: z.string(),
  zh: z.string(),
})
export type ConfigProblem = z.infer<typeof configProblem>

const configPlan = z.object({
  problems: z.array(configProblem),
  changes: z.array(configChange),
  /** Models of the file's channels that have no price even with the file's prices: calls of them are refused. */
  unpriced: z.array(z.string()),
  /** Sent back with the request to apply, which is refused when the same file would now change something else. */
  digest: z.string(),
})
export type ConfigPlan = z.infer<typeof configPlan>

/** How an export shows secrets: sealed for this installation, or as names of variables to set. */
export const exportedSecrets = ['sealed', 'env'] as const
export type ExportedSecrets = (typeof exportedSecrets)[number]

const given = {
  /** The file, as YAML or JSON. */
  text: z.string('config_missing').min(1, 'config_missing').max(configFileBounds.text.lengthMax, 'config_too_large'),
  /** Removes the entries of these sections that the file does not name. */
  prune: z.boolean().default(false),
}

export const configFileApi = {
  export: endpoint('root', 'GET /api/config/export', {
    summary:
      'Channels, groups, prices, price sources, virtual models, questions and options as one YAML file; secrets are sealed or named',
    query: z.object({ secrets: z.enum(exportedSecrets).default('sealed') }),
    data: z.object({ text: z.string() }),
  }),
  schema: endpoint('root', 'GET /api/config/schema', {
    summary: 'The JSON schema of configuration files',
    data: z.record(z.string(), z.unknown()),
    bare: true,
  }),
  plan: endpoint('root', 'POST /api/config/plan', {
    summary: 'What a configuration file would change, or why it cannot be applied; nothing is changed',
    changes: false,
    body: z.object(given),
    data: configPlan,
  }),
  apply: endpoint('root', 'POST /api/config/apply', {
    summary: 'Apply a configuration file, all of it or nothing',
    body: z.object({ ...given, seen_digest: z.string().max(64).optional() }),
    data: z.object({ changes: z.array(configChange) }),
  }),
}
