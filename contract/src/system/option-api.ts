import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { emailField } from '../identity/registration.ts'
import { optionKeys } from '../options.ts'
import { pageOf, pageQuery, queryText } from '../page.ts'
import { historyEntry, seenRevision } from './history.ts'

/**
 * An option as it crosses the wire: its value as text. `ModelRatio`, `ModelPrice` and `CompletionRatio` are the whole
 * maps in force, the shipped prices included; a saved map replaces the one before.
 */
export const optionRow = z.object({ key: z.string(), value: z.string() })
export type OptionRow = z.infer<typeof optionRow>

/** Hidden by name: the secrets, and one public key, which `/api/status` shows instead. */
export const isHiddenOption = (key: string) => /(Token|Secret|Key)$/.test(key)

/** Without a value, an option that is never shown stays as it is. */
const optionChange = z.object({
  key: z.string().max(64),
  value: z
    .union([z.string(), z.number(), z.boolean()])
    .nullish()
    .transform((value) => (value === null || value === undefined ? undefined : String(value))),
  seen_revision: seenRevision,
})
export type OptionChange = z.output<typeof optionChange>

export const optionApi = {
  list: endpoint('root', 'GET /api/option/', {
    summary:
      'Every option that is not hidden; beside them the hidden ones that are set, and those whose row is damaged',
    data: z.array(optionRow.extend({ revision: z.string() })),
    beside: z.object({
      hidden_set: z.array(z.string()),
      /** Rows that cannot be read. The value last read stays in force or, since the start, the default. */
      damaged: z.array(z.string()),
    }),
  }),
  defaults: endpoint('root', 'GET /api/option/defaults', {
    summary: 'The defaults of all options that are not hidden',
    data: z.array(optionRow),
  }),
  update: endpoint('root', 'PUT /api/option/', { summary: 'Change one option', body: optionChange }),
  updateMany: endpoint('root', 'PUT /api/option/batch', {
    summary: 'Change several options, all or none',
    body: z.object({ changes: z.array(optionChange).min(1).max(optionKeys.length) }),
  }),
  history: endpoint('root', 'GET /api/option/history', {
    summary: 'Changes of options, newest first; of those whose name contains the keyword',
    query: pageQuery.extend({ keyword: queryText }),
    data: pageOf(historyEntry),
  }),
  revert: endpoint('root', 'POST /api/option/revert', {
    summary: 'Give an option the value again that it had before a change; of a map, the entries that changed',
    body: z.object({ id: z.int('id_missing').positive('invalid_id') }),
  }),
  resetModelRatio: endpoint('root', 'POST /api/option/rest_model_ratio', {
    summary: 'Take the model ratios back to those that ship',
    beside: z.object({ message: z.string() }), // clients of this family show it
  }),
  testMail: endpoint('root', 'POST /api/option/test_mail', {
    summary: 'Send a mail with the stored settings, to the given address or to the caller',
    body: z.object({ to: z.preprocess((to) => to || undefined, emailField.optional()) }),
    data: z.object({ to: z.string() }),
  }),
}
