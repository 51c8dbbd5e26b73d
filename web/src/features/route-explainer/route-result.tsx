import {
  type ExplainedChannel,
  type RecentRequests,
  type RouteExplanation,
  type RouteStep,
  routeSteps,
} from '@turnpike/contract/routing/route-explain'
import { Check, Minus, X } from 'lucide-react'
import { useCallWords } from '../../components/call-ticks/use-call-words.ts'
import { Fact, Facts } from '../../components/figures/facts.tsx'
import { Money } from '../../components/figures/money.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import { Callout } from '../../components/states/callout.tsx'
import textStyles from '../../components/style/text.module.css'
import { language } from '../../lib/browser/preferences.ts'
import { translated } from '../../lib/text/translated.ts'
import { ChannelRow } from './channel-row.tsx'
import styles from './route.module.css'
import { routeText } from './route.text.ts'

/** The verdict first, then the price, then the channels. */
export function RouteResult({ explanation }: { explanation: RouteExplanation }) {
  const t = routeText.use()
  const { notes, channels } = explanation
  return (
    <>
      <Verdict explanation={explanation} />
      {explanation.price && (
        <div>
          <PriceSheet explanation={explanation} price={explanation.price} />
        </div>
      )}
      {channels && (
        <div>
          <RouteChannels explanation={explanation} channels={channels} />
        </div>
      )}
      {notes.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{t(note)}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Most of the newest requests failed: the next one may be sent, and probably fails too. */
const isFailing = (recent: RecentRequests | null) => recent !== null && recent.failed * 2 > recent.total

function Verdict({ explanation }: { explanation: RouteExplanation }) {
  const { refusal, able, price, balance, served_by, recent } = explanation
  const t = routeText.use()
  const words = useCallWords()
  const spoken = language.use()
  return (
    <div className={styles.verdict}>
      {refusal ? (
        <Callout
          tone="error"
          title={t('refused')}
          text={
            <>
              {translated(refusal[spoken])}
              <br />
              <code>{t('status', refusal)}</code>
            </>
          }
        />
      ) : (
        <Callout
          tone={isFailing(recent) ? 'warning' : 'success'}
          title={t('sent')}
          text={
            <>
              {recent && isFailing(recent) && (
                <>{t('recentFailed', { ...recent, why: recent.last ? words.why(recent.last) : '' })} </>
              )}
              {t('sentText', { count: able })}
            </>
          }
        />
      )}
      {served_by && served_by.length > 0 && <p>{t('servedBy', { models: served_by.join(', ') })}</p>}
      <Steps failed={refusal?.step} hasPayer={price === null || balance !== null} />
    </div>
  )
}

const stepNames = {
  caller: 'caller',
  group: 'groupStep',
  model: 'modelStep',
  route: 'route',
  price: 'price',
  balance: 'balance',
  cost: 'cost',
  channel: 'channel',
} as const satisfies Record<RouteStep, string>

const marks = { passed: Check, failed: X, unreached: Minus }

const ofPayer: ReadonlySet<RouteStep> = new Set(['caller', 'balance'])

/** What is checked before a call is sent, and how far it came. */
function Steps({ failed, hasPayer }: { failed: RouteStep | undefined; hasPayer: boolean }) {
  const t = routeText.use()
  const end = failed === undefined ? routeSteps.length : routeSteps.indexOf(failed)
  return (
    <ol className={styles.steps} aria-label={t('steps')}>
      {routeSteps.map((step, index) => {
        const isLookedAt = hasPayer || !ofPayer.has(step)
        const state = index === end ? 'failed' : index < end && isLookedAt ? 'passed' : 'unreached'
        const Mark = marks[state]
        return (
          <li key={step} className={styles[state]}>
            <Mark aria-hidden />
            {t(stepNames[step])}
            <span className={textStyles.unseen}> {t(state)}</span>
          </li>
        )
      })}
    </ol>
  )
}

type PriceSheetProps = { explanation: RouteExplanation; price: NonNullable<RouteExplanation['price']> }

function PriceSheet({ explanation: { group, balance }, price }: PriceSheetProps) {
  const t = routeText.use()
  const amount = (quota: number | null) => (quota === null ? t('beyond') : <Money quota={quota} of="spend" />)
  return (
    <Sheet title={t('prices')} facts={t('inGroup', { group, ratio: price.group_ratio })}>
      <Facts>
        {price.kind === 'tokens' ? (
          <>
            <Fact name={t('input')}>{amount(price.input)}</Fact>
            <Fact name={t('output')}>{amount(price.output)}</Fact>
          </>
        ) : (
          <Fact name={t('call')}>{amount(price.call)}</Fact>
        )}
        <Fact name={t('hold')}>
          <span title={t('holdHelp')}>{amount(price.hold)}</span>
        </Fact>
        {balance && (
          <Fact name={t('available')}>
            <Money quota={balance.user} />
          </Fact>
        )}
        {balance && balance.token !== null && (
          <Fact name={t('tokenLeft')}>
            <Money quota={balance.token} />
          </Fact>
        )}
      </Facts>
    </Sheet>
  )
}

type RouteChannelsProps = { explanation: RouteExplanation; channels: readonly ExplainedChannel[] }

/** The channels that a call may go to, by priority, and those that are left out, each with its reasons. */
function RouteChannels({ explanation, channels }: RouteChannelsProps) {
  const t = routeText.use()
  const { choice, tries, left_out } = explanation
  const model = explanation.served_by?.[0] ?? explanation.model
  const used = channels.filter(({ state }) => state !== 'never')
  const leftOut = channels.filter(({ state }) => state === 'never')
  const tiers = Map.groupBy(used, ({ tier }) => tier)
  return (
    <Sheet title={t('channels')} facts={used.length > 0 ? t('choice', { choice, tries }) : undefined} flush>
      {channels.length === 0 && <p className={styles.none}>{t('none')}</p>}
      {[...tiers].map(([tier, members]) => (
        <section key={tier}>
          <TierTitle channels={members} />
          <ul>
            {members.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} model={model} />
            ))}
          </ul>
        </section>
      ))}
      {leftOut.length > 0 && (
        <section>
          <h3 className={styles.tier}>
            {t('leftOut')} <small>{leftOut.length + left_out}</small>
          </h3>
          <ul>
            {leftOut.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} model={model} />
            ))}
          </ul>
          {left_out > 0 && <p className={styles.none}>{t('more', { count: left_out })}</p>}
        </section>
      )}
    </Sheet>
  )
}

function TierTitle({ channels }: { channels: readonly ExplainedChannel[] }) {
  const t = routeText.use()
  const reached = channels.map(({ from_try }) => from_try).filter((number) => number > 0)
  const first = Math.min(...reached)
  return (
    <h3 className={styles.tier}>
      {t('priority', { priority: channels[0]?.priority ?? 0 })}{' '}
      <small>
        {reached.length === 0 ? t('notReached') : first === 1 ? t('atFirst') : t('fromTry', { number: first })}
      </small>
    </h3>
  )
}
