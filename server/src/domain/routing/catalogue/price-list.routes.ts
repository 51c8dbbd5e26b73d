import { defaultGroup, type PricedModel, pricingApi } from '@turnpike/contract/money/pricing'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../http/app-error.ts'
import { serve } from '../../../http/serve.ts'
import { ratioConfigOf } from './price-list.rules.ts'
import { groupsOfCaller, usableGroups } from './usable-groups.ts'

type PriceListDeps = Pick<Deps, 'options'> & {
  /** Every model that can be called, with its price. */
  priceList: () => readonly PricedModel[]
}

/** Prices for everyone: visitors see the groups that are open to every user. */
export function priceListRoutes(app: FastifyInstance, { options, priceList }: PriceListDeps) {
  serve(app, pricingApi.list, ({ caller }) => {
    const usable = caller?.org
      ? groupsOfCaller(options.current(), caller)
      : usableGroups(options.current(), caller?.group || defaultGroup)
    const groups = Object.entries(usable)
    return {
      // The names of other groups are not shown to the reader.
      data: priceList().map((model) => ({
        ...model,
        enable_groups: model.enable_groups.filter((group) => Object.hasOwn(usable, group)),
      })),
      // Built from entries, so that a group named `__proto__` is an ordinary key.
      group_ratio: Object.fromEntries(groups.map(([name, { ratio }]) => [name, ratio])),
      usable_group: Object.fromEntries(groups.map(([name, { desc }]) => [name, desc])),
    }
  })
  serve(app, pricingApi.ratioConfig, () => {
    if (!options.current().ExposeRatioEnabled) throw new AppError('ratio_config_disabled')
    return ratioConfigOf(options.current())
  })
}
