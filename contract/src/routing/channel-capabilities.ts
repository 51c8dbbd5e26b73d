import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** The capabilities of channel types, in the order of the tables. */
export const capabilityNames = [
  'chat',
  'stream',
  'tools',
  'vision',
  'reasoning',
  'json',
  'embeddings',
  'images',
  'speech',
  'transcriptions',
  'rerank',
  'drawing',
  'music',
  'models',
  'balance',
] as const
export type Capability = (typeof capabilityNames)[number]

const describedType = z.object({
  type: z.int(),
  label: z.string(),
  capabilities: z.array(z.enum(capabilityNames)),
  /** The default address has shut down: channels need the address of another server. */
  retired: z.boolean(),
})

export const channelTypeApi = {
  list: endpoint('admin', 'GET /api/channel/types', {
    summary: 'Every channel type and what its providers can do; a type without capabilities cannot be called',
    data: z.array(describedType),
  }),
}
