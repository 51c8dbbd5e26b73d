import { type NewPriceSource, newPriceSource, priceSourceDefaults } from '@turnpike/contract/money/price-sources'
import type { FilePriceSource } from '@turnpike/contract/system/config-file/config-file'
import type { NamedSection, NamedStep } from './plan-named.ts'
import type { OpenSecret } from './plan-options.rules.ts'
import { useOf } from './secrets.ts'

export type PriceSourceStep = NamedStep<NewPriceSource>

/** An address with a query may hold credentials: then it is neither shown in a plan nor exported in plain text. */
export const isSecretAddress = (address: unknown): boolean => typeof address === 'string' && address.includes('?')

export const priceSourceSection = (open: OpenSecret): NamedSection<FilePriceSource, NewPriceSource> => ({
  section: 'price_sources',
  kind: 'price_source',
  schema: newPriceSource,
  members: [
    'kind',
    'address',
    'is_enabled',
    'interval_hours',
    'models',
    'patterns',
    'factor',
    'group',
    'recharge_factor',
    'apply_percent',
  ],
  usual: priceSourceDefaults,
  read: ({ address, ...source }) => ({
    ...source,
    address: typeof address === 'string' ? address : open(address, useOf.priceSource),
  }),
  mayHoldSecret: (member, value) => member === 'address' && isSecretAddress(value),
})
