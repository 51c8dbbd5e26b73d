import type { Plan } from '@turnpike/contract/money/plans/plan'
import type { PlanQuote } from '@turnpike/contract/money/plans/subscription'
import { Button } from 'antd'
import { CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { FormDialog } from '../../../components/overlay/form-dialog.tsx'
import { shortPrice } from '../../../components/plans/short-money.ts'
import { usePlanWords } from '../../../components/plans/use-plan-words.ts'
import { ErrorState } from '../../../components/states/error-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import toneStyles from '../../../components/style/tone.module.css'
import buyStyles from '../buy/buy.module.css'
import { type Checkout, WaitingDialog } from '../buy/waiting-dialog.tsx'
import { useMethodName } from '../order/use-method-name.ts'
import { buyPlanText } from './buy-plan.text.ts'
import styles from './own-plans.module.css'
import { chosenWay, isFromBalance, type PayWay, payWays } from './pay-ways.ts'
import { type OwnPlans, usePlanQuote } from './use-plans.ts'
import { useHasNewPlan, usePurchase } from './use-purchase.ts'

type BuyPlanDialogProps = { plan: Plan; own: OwnPlans; onClose: () => void }

/** What a plan costs and by what it is paid; then the payment, until the plan runs. */
export function BuyPlanDialog({ plan, own, onClose }: BuyPlanDialogProps) {
  const t = buyPlanText.use()
  const words = usePlanWords()
  // Plans that begin while the dialog is open are those that it has bought.
  const [before] = useState(own)
  const [replaces, setReplaces] = useState(0)
  const [wanted, setWanted] = useState<string>()
  const purchase = usePurchase()
  const quote = usePlanQuote(plan.id, replaces || undefined)
  const ways = quote.data ? payWays(quote.data) : []
  const way = chosenWay(ways, wanted)
  const isFree = way !== undefined && isFromBalance(way) && way.quota === 0
  const sumOf = useSumOf()

  if (purchase.data?.checkout)
    return <WaitingForPlan checkout={purchase.data.checkout} plan={plan} before={before} onClose={onClose} />
  if (purchase.data) return <Bought plan={plan} own={own} onClose={onClose} />
  const replaced = before.running.find(({ id }) => id === replaces)
  return (
    <FormDialog
      title={t('title', { name: plan.title })}
      verb={isFree ? t('getFree') : way ? t('paySum', { sum: sumOf(way) }) : t('pay')}
      busy={purchase.isPending}
      disabled={!way || quote.isFetching}
      onSubmit={() => {
        const { id: plan_id, updated_at } = plan
        if (way) purchase.mutate({ plan_id, replaces: replaces || undefined, updated_at, way: way.key })
      }}
      onCancel={onClose}
    >
      <p className={textStyles.secondary}>{words.sentence(plan)}</p>
      {before.running.length > 0 && (
        <SelectField<number>
          label={t('replace')}
          help={replaced && t('replaceHelp')}
          value={replaces}
          options={[
            { value: 0, label: t('keepAll') },
            ...before.running.map(({ id, title }) => ({ value: id, label: t('replaceOne', { name: title }) })),
          ]}
          onChange={setReplaces}
        />
      )}
      {quote.data && <Price quote={quote.data} replaced={replaced?.title ?? ''} />}
      {quote.isPending && <div className={layoutStyles.loadingBar} aria-busy="true" />}
      {quote.isError && <ErrorState error={quote.error} onRetry={quote.refetch} retrying={quote.isFetching} />}
      {quote.data && <Ways ways={ways} chosen={way} onChoose={setWanted} />}
      {purchase.error && (
        <p className={textStyles.problem} role="alert">
          {purchase.error.message}
        </p>
      )}
    </FormDialog>
  )
}

/** What a way to pay asks for, in its own currency. */
function useSumOf() {
  const words = usePlanWords()
  return (way: PayWay) => (isFromBalance(way) ? words.amount(way.quota) : shortPrice(way.money, way.currency))
}

function Price({ quote: { price, credit, due, currency }, replaced }: { quote: PlanQuote; replaced: string }) {
  const t = buyPlanText.use()
  return (
    <div className={styles.price}>
      <p className={styles.line}>
        <span>{t('price')}</span>
        <span>{shortPrice(price, currency)}</span>
      </p>
      {Number(credit) > 0 && (
        <p className={styles.line}>
          <span>{t('credit', { name: replaced })}</span>
          <span>−{shortPrice(credit, currency)}</span>
        </p>
      )}
      <p className={`${styles.line} ${styles.due}`}>
        <span>{t('due')}</span>
        <strong>{shortPrice(due, currency)}</strong>
      </p>
    </div>
  )
}

type WaysProps = { ways: readonly PayWay[]; chosen: PayWay | undefined; onChoose: (key: string) => void }

function Ways({ ways, chosen, onChoose }: WaysProps) {
  const t = buyPlanText.use()
  const words = usePlanWords()
  const nameOf = useMethodName()
  const sumOf = useSumOf()
  const name = useId()

  function detailOf(way: PayWay): string {
    if (!isFromBalance(way)) return [sumOf(way), ...(way.renews ? [t('renewsBy')] : [])].join(' · ')
    const available = t('available', { amount: words.amount(way.available) })
    return way.isPossible
      ? available
      : `${available} · ${t('missing', { amount: words.amount(way.quota - way.available) })}`
  }
  return (
    <div>
      {ways.length > 0 && (
        <fieldset className={`${buyStyles.methods} ${styles.ways}`}>
          <legend className={buyStyles.label}>{t('method')}</legend>
          {ways.map((way) => (
            <label key={way.key} className={buyStyles.method}>
              <input
                type="radio"
                name={name}
                disabled={!way.isPossible}
                checked={way.key === chosen?.key}
                onChange={() => onChoose(way.key)}
              />
              <span className={way.isPossible ? undefined : textStyles.quiet}>
                {isFromBalance(way) ? t('theBalance') : nameOf(way.key)}{' '}
                <span className={textStyles.quietSmall}>{detailOf(way)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {chosen && !isFromBalance(chosen) && (
        <p className={textStyles.hintBelow}>{t(chosen.renews ? 'renewal' : 'providerPage')}</p>
      )}
      {!chosen && (
        <p className={`${textStyles.problemSmall} ${buyStyles.problem}`} role="alert">
          {t('noWay')}
        </p>
      )}
    </div>
  )
}

function useBoughtText({ title }: Plan, { preference }: OwnPlans): string {
  const t = buyPlanText.use()
  return t(preference === 'wallet_only' ? 'boughtNotUsed' : 'boughtText', { name: title })
}

type WaitingProps = { checkout: Checkout; plan: Plan; before: OwnPlans; onClose: () => void }

function WaitingForPlan({ checkout, plan, before, onClose }: WaitingProps) {
  const t = buyPlanText.use()
  const isPaid = useHasNewPlan(before)
  return (
    <WaitingDialog
      checkout={checkout}
      isPaid={isPaid}
      paidTitle={t('boughtTitle')}
      paidText={useBoughtText(plan, before)}
      stays={t('stays')}
      onClose={onClose}
    />
  )
}

function Bought({ plan, own, onClose }: BuyPlanDialogProps) {
  const t = buyPlanText.use()
  return (
    <Dialog
      width={400}
      title={t('boughtTitle')}
      closable={false}
      onCancel={onClose}
      footer={
        <div className={layoutStyles.endButtons}>
          <Button type="primary" autoFocus onClick={onClose}>
            {t('done')}
          </Button>
        </div>
      }
    >
      <div className={buyStyles.state} role="status">
        <CircleCheck className={toneStyles.success} aria-hidden />
        <span>{useBoughtText(plan, own)}</span>
      </div>
    </Dialog>
  )
}
