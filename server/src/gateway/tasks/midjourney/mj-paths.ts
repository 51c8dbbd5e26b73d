import type { MjModePath } from '@turnpike/contract/routing/channel-setting'
import { type MjMode, mjModes } from './actions.ts'

/** How a client asked for a mode: with `fast` or `mj-fast` before `/mj`, or not at all. */
export type Prefix = { prefix: string; mode: MjMode }

/** Every beginning of an address, and the mode that it asks for. Any other first segment leads nowhere. */
export const mjPrefixes: readonly (Prefix & { path: string })[] = [
  { path: '/mj', prefix: '', mode: '' },
  ...mjModes.flatMap((mode) => [mode, `mj-${mode}`].map((prefix) => ({ path: `/${prefix}/mj`, prefix, mode }))),
]

const byChannel: Record<MjModePath, (mode: MjMode) => string> = {
  drop: () => '/mj',
  plain: (mode) => `/${mode}/mj`,
  mj: (mode) => `/mj-${mode}/mj`,
}

/**
 * Where the upstream takes a submission. Upstreams spell modes differently: the channel's setting says how. Without one,
 * `mj-fast` is dropped and `fast` is sent on, as gateways of this family do.
 */
export function upstreamPath({ prefix, mode }: Prefix, setting: unknown): string {
  if (mode === '') return '/mj'
  if (typeof setting === 'string' && Object.hasOwn(byChannel, setting)) return byChannel[setting as MjModePath](mode)
  return prefix.startsWith('mj-') ? '/mj' : `/${prefix}/mj`
}
