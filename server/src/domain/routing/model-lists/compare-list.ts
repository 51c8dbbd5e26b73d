import { channelBounds } from '@turnpike/contract/routing/channel'
import type { ProposalKind, WatchSetting } from '@turnpike/contract/routing/model-lists'
import { type KnownName, type KnownNames, knownAfter, missedMin } from './known-names.ts'
import { anyOf, type IsIgnored } from './model-pattern.ts'
import type { ServedModels } from './served-models.ts'

/** A difference between the list of an upstream and the models of a channel. */
export type Difference = {
  kind: ProposalKind
  /** The channel's name for it. */
  model: string
  upstream_model: string
  /** It was acted on before, and this was taken back. */
  takenBack: boolean
}

type Comparison = {
  served: ServedModels
  /** The names in a list that counted. */
  names: ReadonlySet<string>
  known: KnownNames
  setting: WatchSetting
  isIgnored: IsIgnored
  /** Whether a difference was ignored once. */
  isIgnoredOnce(kind: ProposalKind, model: string): boolean
  isPriced(model: string): boolean
  now: number
}

export type Compared = {
  /** The models of the channel after following; undefined where they stay. */
  followed: { models: string[]; added: string[]; removed: string[] } | undefined
  /** What is left for an administrator to decide. */
  differences: Difference[]
  known: ReadonlyMap<string, KnownName>
}

/** Compares a list with the models of a channel. Changes nothing. */
export function compareList(comparison: Comparison): Compared {
  const { served, names, setting, now } = comparison
  const upstreams = new Set(served.models.map(({ upstream }) => upstream))
  const known = knownAfter(comparison.known, { names, serves: (name) => upstreams.has(name), now })
  const differences = [...appeared(comparison, known), ...vanished(comparison, known)]
  const followed = setting.mode === 'follow' ? follow(comparison, differences) : undefined
  if (!followed) return { followed, differences, known }
  const isDone = new Set([...followed.added, ...followed.removed])
  for (const { kind, model, upstream_model } of differences)
    if (isDone.has(model))
      known.set(upstream_model, kind === 'appeared' ? addedName : { missed: missedMin, removedAt: now })
  return { followed, differences: differences.filter(({ model }) => !isDone.has(model)), known }
}

/** A name that a proposal added: without it, the channel would get it again after the addition was taken back. */
export const addedName: KnownName = { missed: 0, removedAt: 0 }

function appeared({ served, names, setting, isIgnored }: Comparison, known: KnownNames): Difference[] {
  const isWatched = watchedBy(setting)
  return [...names]
    .filter((name) => !served.names.has(name) && isWatched(name) && !isIgnored('appeared', name))
    .map((name) => ({ kind: 'appeared', model: name, upstream_model: name, takenBack: known.has(name) }))
}

function vanished({ served, setting, isIgnored }: Comparison, known: KnownNames): Difference[] {
  const isWatched = watchedBy(setting)
  return served.models.flatMap(({ model, upstream }) => {
    const { missed = 0, removedAt = 0 } = known.get(upstream) ?? {}
    if (missed < missedMin || !(isWatched(model) || isWatched(upstream)) || isIgnored('vanished', model)) return []
    return [{ kind: 'vanished', model, upstream_model: upstream, takenBack: removedAt > 0 }]
  })
}

const watchedBy = ({ patterns }: WatchSetting) => (patterns.length === 0 ? () => true : anyOf(patterns))

/** The changes that a followed list applies: not those that an administrator has ignored, and never the last model. */
function follow({ served, isIgnoredOnce, isPriced }: Comparison, differences: readonly Difference[]) {
  const free = differences.filter(({ kind, model, takenBack }) => !takenBack && !isIgnoredOnce(kind, model))
  const added = free.filter(({ kind, model }) => kind === 'appeared' && isPriced(model)).map(({ model }) => model)
  const gone = new Set(free.filter(({ kind }) => kind === 'vanished').map(({ model }) => model))
  const models = served.models.map(({ model }) => model)
  const kept = models.filter((model) => !gone.has(model))
  const remaining = kept.length > 0 ? kept : models
  const fitting = thatFit(remaining, added)
  const removed = models.filter((model) => !remaining.includes(model))
  return fitting.length + removed.length > 0
    ? { models: [...remaining, ...fitting], added: fitting, removed }
    : undefined
}

/** The names that the list of a channel has room for. */
export function thatFit(models: readonly string[], added: readonly string[]): string[] {
  let length = models.join(',').length
  return added.filter((name) => {
    if (length + 1 + name.length > channelBounds.models.lengthMax) return false
    length += 1 + name.length
    return true
  })
}
