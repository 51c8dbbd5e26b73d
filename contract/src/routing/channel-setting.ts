import { isChannelCost } from './channel-cost.ts'
import { isChannelLimits } from './channel-limits.ts'

/** How an upstream wants the mode of a drawing in the address: not at all, as `fast`, or as `mj-fast`. */
export const mjModePaths = ['drop', 'plain', 'mj'] as const
export type MjModePath = (typeof mjModePaths)[number]

/** Seconds until a stream must have begun. */
export const firstTokenBounds = { min: 0.1, max: 3600, decimals: 1 } as const
const isFirstToken = (value: unknown) =>
  typeof value === 'number' && value >= firstTokenBounds.min && value <= firstTokenBounds.max
const isFirstTokenByModel = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isFirstToken)

/** Milliseconds of silence after which the call is also sent to another channel; 0: never. */
export const hedgeMs = { min: 0, max: 60_000, decimals: 0 } as const
const isHedge = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= hedgeMs.min && Number(value) <= hedgeMs.max

const isRoute = (value: unknown) =>
  isRecord(value) &&
  isPath(value.incoming_path) &&
  typeof value.upstream_path === 'string' &&
  value.upstream_path !== ''
const isPath = (value: unknown) => typeof value === 'string' && value.startsWith('/')
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const routesMax = 100
const hasRoutes = (value: unknown) =>
  isRecord(value) &&
  Array.isArray(value.advanced_routes) &&
  value.advanced_routes.length <= routesMax &&
  value.advanced_routes.every(isRoute)

/** Members of a channel's extra settings that are checked when it is saved; the others are read by its provider. */
const members: Readonly<Record<string, (value: unknown) => boolean>> = {
  mj_mode_path: (value) => mjModePaths.includes(value as MjModePath),
  /** The upstream reports on its drawings by itself. */
  mj_callback: (value) => typeof value === 'boolean',
  /** A stream whose first output has not come by then is given up, and another channel is tried. */
  first_token_seconds: isFirstToken,
  /** The same for single models, by name. */
  first_token_seconds_by_model: isFirstTokenByModel,
  /** Overrides the option HedgeAfterMs. */
  hedge_after_ms: isHedge,
  cost: isChannelCost,
  /** The paths of a channel of the type Advanced Custom. */
  advanced_custom: hasRoutes,
  /** Of the channel as a whole, and of each of its keys. */
  limits: isChannelLimits,
  key_limits: isChannelLimits,
}

/** The first member with budgets, where the channel has no cost that they could count. */
export function budgetsWithoutCost({ cost, ...setting }: Readonly<Record<string, unknown>>): string | undefined {
  const hasBudgets = (value: unknown) => isChannelLimits(value) && (value.budgets?.length ?? 0) > 0
  return cost === undefined ? ['limits', 'key_limits'].find((member) => hasBudgets(setting[member])) : undefined
}

/** The first member with an invalid value. */
export const wrongSetting = (setting: Readonly<Record<string, unknown>>): string | undefined =>
  Object.entries(members).find(([name, isValid]) => setting[name] !== undefined && !isValid(setting[name]))?.[0]
