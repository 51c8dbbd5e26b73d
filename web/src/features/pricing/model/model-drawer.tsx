import type { EndpointType, MemberPrice, PricedModel, PricingGroups } from '@turnpike/contract/money/pricing'
import { formatCount } from '@turnpike/contract/quota'
import { useState } from 'react'
import { callLanguage, callLanguages } from '../../../components/code-card/call-language.ts'
import { CodeFrame } from '../../../components/code-card/code-frame.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { ModelLink } from '../../../components/model-link/model-link.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { GroupTag } from '../../../components/tags/group-tag.tsx'
import { RatioTag } from '../../../components/tags/ratio-tag.tsx'
import { useBaseAddress } from '../../../lib/address/use-base-address.ts'
import { type ClientLanguage, clientCode, placeholderKey } from '../../../lib/client-code/client-code.ts'
import { sampleBodies } from '../../../lib/client-code/sample-requests.ts'
import { modelWordsText } from '../../../lib/models/model-words.text.ts'
import { amountText, inDollars, type LineName, lineOf, linesOf, type Terms } from '../../../lib/prices/price-lines.ts'
import { session } from '../../../lib/session/session.ts'
import { LongerHint } from '../list/model-cells.tsx'
import { useVendorName } from '../list/vendors.ts'
import styles from '../pricing.module.css'
import { UpcomingLine } from '../upcoming/upcoming-prices.tsx'
import { modelDrawerText } from './model-drawer.text.ts'
import { PriceLines, useUnitName } from './price-lines.tsx'
import { PriceSection, PriceTable } from './price-section.tsx'
import { TierTables } from './tier-tables.tsx'

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
  const t = modelDrawerText.use()
  const words = modelWordsText.use()
  const vendorName = useVendorName()
  const { model_name, vendor, context, max_output, tags, members } = model
  const tokens = (count: number) => t('tokens', { count: formatCount(count) })
  return (
    <SideDrawer
      windowTitle={model_name}
      title={
        <span className={styles.modelTitle}>
          {session.use() ? <ModelLink name={model_name} /> : <code>{model_name}</code>}
          <CopyButton text={model_name} name={t('modelName')} />
        </span>
      }
      onClosed={onClosed}
    >
      <div className={layoutStyles.sections24}>
        <UpcomingLine model={model} terms={inDollars(terms)} />
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
            <TierTables model={model} terms={terms} />
            <GroupPrices model={model} groups={groups} group={group} terms={terms} />
          </>
        )}
        <ModelCalls model={model} />
      </div>
    </SideDrawer>
  )
}

type GroupPricesProps = { model: PricedModel; groups: PricingGroups; group: string; terms: Terms }

/** The groups whose users may call the model, with its main prices; the ratios of other people's groups are not known. */
function GroupPrices({ model, groups: { group_ratio }, group, terms }: GroupPricesProps) {
  const t = modelDrawerText.use()
  const unitName = useUnitName(model, terms.unit)
  const lines = linesOf(model).filter(({ name }) => name === 'input' || name === 'output' || name === 'call')
  const ratios = new Map(Object.entries(group_ratio))
  return (
    <PriceSection title={t('groups')} beside={<span>{unitName}</span>}>
      <PriceTable head={t('group')} columns={lines.map(({ name }) => t(name))}>
        {model.enable_groups.map((name) => {
          const groupRatio = ratios.get(name)
          return (
            <tr key={name} aria-current={name === group || undefined}>
              <th scope="row" className={styles.group}>
                <GroupTag name={name} /> {groupRatio !== undefined && <RatioTag ratio={groupRatio} />}
              </th>
              {groupRatio === undefined ? (
                <td colSpan={lines.length} className={`${styles.figure} ${styles.ratio}`}>
                  {t('unknownRatio')}
                </td>
              ) : (
                lines.map((line) => (
                  <td key={line.name} className={styles.figure}>
                    {amountText(line, { ...inDollars(terms), groupRatio })}
                  </td>
                ))
              )}
            </tr>
          )
        })}
      </PriceTable>
    </PriceSection>
  )
}

type MemberPricesProps = { members: readonly MemberPrice[]; group: string; terms: Terms }

const lines: readonly LineName[] = ['input', 'output', 'call']

/** The models that a virtual one stands for, with their main prices for the shown group. */
function MemberPrices({ members, group, terms }: MemberPricesProps) {
  const t = modelDrawerText.use()
  const shown = lines.filter((line) => members.some((member) => lineOf(member, line)))
  return (
    <PriceSection
      title={t('prices')}
      beside={
        <>
          <span>{t('per', { group })}</span> <RatioTag ratio={terms.groupRatio} />
        </>
      }
      hint={t('virtualHint')}
    >
      <PriceTable head={t('servedBy')} columns={shown.map((line) => t(line))}>
        {members.map((member) => (
          <tr key={member.model_name}>
            <th scope="row">
              <code>{member.model_name}</code>
            </th>
            {shown.map((line) => {
              const found = lineOf(member, line)
              return (
                <td key={line} className={styles.figure}>
                  {found ? amountText(found, inDollars(terms)) : '—'}
                  {line === 'input' && <LongerHint model={member} terms={inDollars(terms)} />}
                </td>
              )
            })}
          </tr>
        ))}
      </PriceTable>
    </PriceSection>
  )
}

/** The dialect in which the vendor of a model speaks itself is shown first. */
const firstOf = ({ vendor, supported_endpoint_types: types }: PricedModel): EndpointType | undefined =>
  types.find((type) => type === (vendor === 'google' ? 'gemini' : vendor)) ?? types[0]

/** Code that calls the model, for each endpoint and language; only the key is left to fill in. */
function ModelCalls({ model }: { model: PricedModel }) {
  const t = modelDrawerText.use()
  const words = modelWordsText.use()
  const base = useBaseAddress()
  const language = callLanguage.use()
  const [endpoint, setEndpoint] = useState(firstOf(model))
  if (!endpoint) return <p className={textStyles.hintBelow}>{t('noCall')}</p>
  const request = { endpoint, model: model.model_name, body: sampleBodies[endpoint] }
  const codeIn = (each: ClientLanguage) => clientCode(request, each, { base, key: placeholderKey })
  const possible = callLanguages.filter(({ value }) => codeIn(value) !== undefined)
  // An endpoint that the chosen language cannot call is shown in one that can.
  const shown = possible.find(({ value }) => value === language)?.value ?? possible[0]?.value ?? 'python'
  return (
    <PriceSection title={t('example')}>
      <CodeFrame
        compact
        tabs={{
          label: t('endpoint'),
          list: model.supported_endpoint_types.map((value) => ({ value, name: words(value) })),
          chosen: endpoint,
          onChoose: setEndpoint,
        }}
        languages={{ label: t('language'), list: possible, chosen: shown, onChoose: callLanguage.set }}
        code={codeIn(shown) ?? ''}
        syntax={shown}
      />
    </PriceSection>
  )
}
