import type { MjModePath } from '@turnpike/contract/routing/channel-setting'
import { type MjMode, mjModes } from './actions.ts'

/** The client's way to name a mode: with `fast` or `mj-fast` before `/mj`, or not at all. */
export type Prefix = { prefix: string; mode: MjMode }

/** Every path prefix, and its mode. Any other first segment is unknown. */
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
 * The upstream's path for a submission. Upstreams spell modes differently; the channel's setting says how. Without one,
 * `mj-fast` is dropped and `fast` is sent, as related gateways do.
 */
export function upstreamPath({ prefix, mode }: Prefix, setting: unknown): string {
  if (mode === '') return '/mj'
  if (typeof setting === 'string' && Object.hasOwn(byChannel, setting)) return byChannel[setting as MjModePath](mode)
  return prefix.startsWith('mj-') ? '/mj' : `/${prefix}/mj`
}
