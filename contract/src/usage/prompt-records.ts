import { z } from 'zod'
import type { BoundsByField } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { groupNameBounds } from '../names.ts'
import { idParams } from '../page.ts'

export const recordBounds = {
  /** Percent of calls. */
  share: { min: 1, max: 100, decimals: 0 },
  /** Kilobytes (1024 bytes) of each side. */
  size_max: { min: 1, max: 1024, decimals: 0 },
  days: { min: 1, max: 365, decimals: 0 },
} as const satisfies BoundsByField

const wholeWithin = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)

/** The terms of recording: which part of calls is stored, and for how long. */
export const recordTerms = z.strictObject({
  share: wholeWithin(recordBounds.share),
  size_max: wholeWithin(recordBounds.size_max),
  days: wholeWithin(recordBounds.days),
  /** Addresses, numbers, keys and media are cut out. */
  redact: z.boolean(),
})
export type RecordTerms = z.infer<typeof recordTerms>

/** The initial values of a form. */
export const recordDefaults: RecordTerms = { share: 100, size_max: 64, days: 7, redact: true }

/** Header of responses to recorded calls. */
export const recordedHeader = 'x-turnpike-recorded'

/** The four sides of a call; those towards the upstream are for administrators. */
export const recordSides = ['client_request', 'upstream_request', 'upstream_answer', 'client_answer'] as const
export type RecordSide = (typeof recordSides)[number]
export const clientSides: readonly RecordSide[] = ['client_request', 'client_answer']

/** Whose terms a record is stored by. Only the super administrator deletes those of a group. */
export const recordKeepers = ['token', 'group'] as const
export type RecordKeeper = (typeof recordKeepers)[number]

const facts = z.object({
  request_id: z.string(),
  user_id: z.int(),
  token_id: z.int(), // 0 in the playground
  created_at: z.int(),
  expires_at: z.int(),
  kept_by: z.enum(recordKeepers),
  /** Something was longer than the limit and was cut. */
  cut: z.boolean(),
  redacted: z.boolean(),
  /** Only a share of the calls is recorded. */
  sampled: z.boolean(),
  can_read: z.boolean(),
  can_delete: z.boolean(),
})
export type RecordFacts = z.infer<typeof facts>

const side = z.object({
  name: z.enum(recordSides),
  /** Method and path of a request. */
  line: z.string().optional(),
  /** Of a response; absent where none came. */
  status: z.int().optional(),
  headers: z.record(z.string(), z.string()),
  /** How many bytes there were. */
  size: z.int(),
  cut: z.boolean(),
  /** The bytes that are kept, in base64. */
  bytes: z.string(),
})
export type ShownSide = z.infer<typeof side>

const shownRecord = z.object({ facts, sides: z.array(side) })
export type ShownRecord = z.infer<typeof shownRecord>

const terms = recordTerms.nullable()
const ofToken = z.object({
  /** False: nothing is recorded, even where terms are set. */
  enabled: z.boolean(),
  terms,
  /** Records of the token that the caller can delete. */
  count: z.int(),
})
export type TokenRecords = z.infer<typeof ofToken>

const groupTerms = z.object({ group: z.string(), terms: recordTerms })
const ofGroups = z.object({ enabled: z.boolean(), groups: z.array(groupTerms) })
const own = z.object({
  enabled: z.boolean(),
  /** The groups of the caller's calls; `is_own` is the caller's own, which tokens without a group use. */
  groups: z.array(groupTerms.extend({ is_own: z.boolean() })),
  /** The caller's tokens that record. */
  tokens: z.array(z.object({ id: z.int(), terms: recordTerms })),
})
export type OwnRecords = z.infer<typeof own>

const requestParams = z.object({ request_id: z.string().min(1).max(64) })
const groupName = z.string().min(1).max(groupNameBounds.lengthMax)

export const promptRecordsApi = {
  own: endpoint('user', 'GET /api/user/self/prompt_records', {
    summary: "Which of the caller's tokens and groups record requests and responses, and by which terms",
    org: 'any',
    data: own,
  }),
  ofToken: endpoint('user', 'GET /api/token/{id}/prompt_records', {
    summary: 'Whether a token of the caller records requests and responses, and how many records there are',
    org: 'call',
    params: idParams,
    data: ofToken,
  }),
  setOfToken: endpoint('user', 'PUT /api/token/{id}/prompt_records', {
    summary: 'Record requests and responses of a token of the caller by these terms, or with null no longer',
    org: 'call',
    params: idParams,
    body: z.object({ terms }),
    data: ofToken,
  }),
  clearToken: endpoint('user', 'DELETE /api/token/{id}/prompt_records', {
    summary: "Delete the records that a token of the caller keeps; returns how many. Those of a group's terms stay",
    org: 'call',
    params: idParams,
    data: z.int(),
  }),
  ofUser: endpoint('admin', 'GET /api/user/{id}/prompt_records', {
    summary: 'Which tokens of a user record requests and responses',
    params: idParams,
    data: z.array(z.object({ id: z.int(), name: z.string(), terms: recordTerms })),
  }),
  ofGroups: endpoint('admin', 'GET /api/group/prompt_records', {
    summary: 'The groups whose requests and responses are recorded, and by which terms',
    data: ofGroups,
  }),
  setOfGroup: endpoint('root', 'PUT /api/group/prompt_records', {
    summary: 'Record requests and responses of a group by these terms, or with null no longer',
    body: z.object({ group: groupName, terms }),
    data: ofGroups,
  }),
  find: endpoint('user', 'GET /api/prompt_record/{request_id}/facts', {
    summary: "Whether there is a record of one of the caller's calls, for administrators of any call; null where not",
    org: 'any',
    params: requestParams,
    data: facts.nullable(),
  }),
  read: endpoint('user', 'GET /api/prompt_record/{request_id}', {
    summary: "The record of one of the caller's calls; the super administrator reads any, which is audited",
    org: 'any',
    params: requestParams,
    data: shownRecord,
  }),
  remove: endpoint('user', 'DELETE /api/prompt_record/{request_id}', {
    summary: "Delete the record of one of the caller's calls; the super administrator deletes any",
    org: 'any',
    params: requestParams,
  }),
}
