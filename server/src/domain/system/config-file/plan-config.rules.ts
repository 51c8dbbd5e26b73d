import type { PriceKey } from '@turnpike/contract/money/price-book'
import type { ConfigFile } from '@turnpike/contract/system/config-file/config-file'
import type { ConfigChange } from '@turnpike/contract/system/config-file/config-file-api'
import type { OptionChange } from '@turnpike/contract/system/option-api'
import type { PriceOptions } from '../../money/pricing/price-book.ts'
import { overridesFor } from '../../money/pricing/price-maps.ts'
import { unpricedOf } from '../../money/pricing/unpriced.ts'
import { rowRevision } from '../audit/row-revision.ts'
import type { OpenText } from './channel-wanted.ts'
import type { InstallationState } from './installation-state.ts'
import { type ChannelStep, planChannels } from './plan-channels.rules.ts'
import { type FaqStep, planFaq } from './plan-faq.rules.ts'
import { planGroups } from './plan-groups.rules.ts'
import { planNamed } from './plan-named.ts'
import { type OpenSecret, planOptions } from './plan-options.rules.ts'
import { type PriceSourceStep, priceSourceSection } from './plan-price-sources.rules.ts'
import { planPrices } from './plan-prices.rules.ts'
import { type VirtualModelStep, virtualModelSection } from './plan-virtual-models.rules.ts'
import type { Problem } from './problems.ts'

export type Plan = {
  changes: ConfigChange[]
  problems: Problem[]
  /** Models of the file's channels that have no price even with the file's prices. */
  unpriced: string[]
  steps: {
    options: OptionChange[]
    channels: ChannelStep[]
    virtualModels: VirtualModelStep[]
    priceSources: PriceSourceStep[]
    faq: FaqStep[]
  }
  /** Differs whenever the changes differ. */
  digest: string
}

type Means = { open: OpenSecret; openText: OpenText; hashOf(key: string): string }

/** The changes that the file would make. Nothing is read or written: the state and the secrets are passed in. */
export function planConfig(file: ConfigFile, state: InstallationState, prune: boolean, means: Means): Plan {
  const prices = planPrices(file, state, prune)
  const options = [planOptions(file, state, means.open), planGroups(file, state, prune), prices]
  const channels = planChannels(file, state, prune, means)
  const virtualModels = planNamed(virtualModelSection, file.virtual_models, state.virtualModels, prune)
  const sources = priceSourceSection(means.open)
  const priceSources = planNamed(sources, file.price_sources, state.priceSources, prune)
  const faq = planFaq(file.faq, state.faq, prune)
  const sections = [...options, priceSources, channels, virtualModels, faq]
  const changes = sections.flatMap((section) => section.changes)
  const problems = sections.flatMap((section) => section.problems)
  const models = (file.channels ?? []).flatMap((channel) => channel.models)
  return {
    changes,
    problems,
    // Prices with problems may not be valid amounts.
    unpriced: problems.length > 0 ? [] : unpricedOf({ ...state.options, ...mapsOf(prices.steps) }, models),
    steps: {
      options: options.flatMap(({ steps }) => steps),
      channels: channels.steps,
      virtualModels: virtualModels.steps,
      priceSources: priceSources.steps,
      faq: faq.steps,
    },
    digest: rowRevision(changes),
  }
}

/** The differences from the built-in prices that the steps will store. */
const mapsOf = (steps: readonly OptionChange[]): Partial<PriceOptions> =>
  Object.fromEntries(
    steps.map(({ key, value }) => [key, overridesFor(key as PriceKey, JSON.parse(value ?? '{}'))]), // prices are such maps
  )
