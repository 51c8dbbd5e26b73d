import type { TokenCost } from '@turnpike/contract/routing/channel-cost'
import { useRef, useState } from 'react'
import { LineFields } from '../../../components/options/price-drawer/line-fields.tsx'
import priceStyles from '../../../components/options/price-drawer/price-drawer.module.css'
import { drawerText } from '../../../components/options/price-drawer/price-drawer.text.ts'
import { useTyping } from '../../../components/options/price-drawer/use-typing.ts'
import { fullPrice, type LineRatios } from '../../../components/options/price-lines.ts'
import {
  draftOfTiers,
  type TierProblems,
  tierProblems,
  tiersOfDraft,
} from '../../../components/options/tiers/tier-draft.ts'
import { TierSection } from '../../../components/options/tiers/tier-section.tsx'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import textStyles from '../../../components/style/text.module.css'
import { costText } from './cost.text.ts'
import { costOfLines, costQuotaPerUnit } from './cost-rows.ts'

type CostDrawerProps = {
  model: string
  /** The ratios of the cost. */
  lines: LineRatios
  tiers: TokenCost['tiers']
  onDone: (cost: TokenCost) => void
  onClosed: () => void
}

type Draft = { lines: LineRatios; tiers: ReturnType<typeof draftOfTiers> }

/** Every price of a model in the price list of an upstream. */
export function CostDrawer({ model, lines, tiers, onDone, onClosed }: CostDrawerProps) {
  const t = costText.use()
  const words = drawerText.use()
  const typing = useTyping()
  const [start] = useState<Draft>(() => ({ lines, tiers: draftOfTiers(tiers ?? {}, 'UTC') }))
  const [draft, setDraft] = useState(start)
  const [problems, setProblems] = useState<TierProblems>({})
  const closing = useRef(() => {})
  const base = fullPrice(draft.lines)
  const terms = { unit: 'dollars' as const, quotaPerUnit: costQuotaPerUnit, typing }
  const edit = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    setProblems({})
  }
  function submit() {
    const found = tierProblems(draft.tiers)
    const cost = costOfLines(draft.lines, tiersOfDraft(draft.tiers))
    setProblems(found)
    if (typing.hasProblems() || Object.keys(found).length > 0 || !cost) return
    onDone(cost)
    closing.current()
  }
  return (
    <FormDrawer
      title={t('allPrices')}
      windowTitle={`${t('allPrices')} ${model}`}
      summary={t('later')}
      holdsInput={draft !== start}
      onClosed={onClosed}
      onSubmit={submit}
      formClassName={priceStyles.fields}
      closing={closing}
      verb={words('apply')}
    >
      <p className={textStyles.mono}>{model}</p>
      <LineFields
        id="cost"
        lines={draft.lines}
        known={fullPrice(start.lines)}
        terms={terms}
        problem={base ? undefined : words('number')}
        onChange={(next) => edit({ lines: next })}
      />
      <p className={textStyles.hint}>{words('defaults')}</p>
      {base && (
        <TierSection
          tiers={draft.tiers}
          terms={{ ...terms, base, problems }}
          onChange={(next) => edit({ tiers: next })}
        />
      )}
    </FormDrawer>
  )
}
