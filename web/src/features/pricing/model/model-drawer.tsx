import type { PricedModel, PricingGroups } from '@turnpike/contract/money/pricing'
import { formatCount } from '@turnpike/contract/quota'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useText } from '../../../lib/text/text.ts'
import { modelWordsText } from '../list/model-words.text.ts'
import { useVendorName } from '../list/vendors.ts'
import type { Terms } from '../prices/price-lines.ts'
import { GroupPrices } from './group-prices.tsx'
import { MemberPrices } from './member-prices.tsx'
import { ModelCalls } from './model-calls.tsx'
import styles from './model-drawer.module.css'
import { modelDrawerText } from './model-drawer.text.ts'
import { PriceLines } from './price-lines.tsx'

type ModelDrawerProps = {
  model: PricedModel
  groups: PricingGroups
  /** The group whose prices are shown. */
  group: string
  terms: Terms
  onClosed: () => void
}

/** Everything about one model: facts, prices, groups, and code that calls it. */
export function ModelDrawer({ model, groups, group, terms, onClosed }: ModelDrawerProps) {
  const t = useText(modelDrawerText)
  const words = useText(modelWordsText)
  const vendorName = useVendorName()
  const { model_name, vendor, context, max_output, tags, members } = model
  const tokens = (count: number) => t('tokens', { count: formatCount(count) })
  return (
    <SideDrawer
      windowTitle={model_name}
      title={
        <span className={styles.title}>
          <code>{model_name}</code>
          <CopyButton text={model_name} name={t('modelName')} />
        </span>
      }
      onClosed={onClosed}
    >
      <div className={layoutStyles.sections24}>
        <Facts>
          {!members && <Fact name={t('vendor')}>{vendorName(vendor)}</Fact>}
          {context !== undefined && !members && <Fact name={t('context')}>{tokens(context)}</Fact>}
          {max_output !== undefined && !members && <Fact name={t('maxOutput')}>{tokens(max_output)}</Fact>}
          {tags.length > 0 && <Fact name={t('capabilities')}>{tags.map((tag) => words(tag)).join(' · ')}</Fact>}
        </Facts>
        {members ? (
          <MemberPrices members={members} group={group} terms={terms} />
        ) : (
          <>
            <PriceLines model={model} group={group} terms={terms} />
            <GroupPrices model={model} groups={groups} group={group} terms={terms} />
          </>
        )}
        <ModelCalls model={model} />
      </div>
    </SideDrawer>
  )
}
