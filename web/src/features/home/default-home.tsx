import { useQuery } from '@tanstack/react-query'
import { defaultGroup, pricingApi } from '@turnpike/contract/money/pricing'
import type { Status } from '@turnpike/contract/system/status'
import { ArrowRight, Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { CodeCard } from '../../components/code-card/code-card.tsx'
import { copy } from '../../components/copy/copy.ts'
import { PlainButton } from '../../components/plain-button/plain-button.tsx'
import { PlainLink } from '../../components/plain-button/plain-link.tsx'
import { RoadDrawing } from '../../components/road-drawing/road-drawing.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { baseAddress } from '../../lib/address/base-address.ts'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { callableModels } from '../../lib/models/callable-models.ts'
import { firstPage } from '../../lib/session/first-page.ts'
import { session } from '../../lib/session/session.ts'
import styles from './home.module.css'
import { homeText } from './home.text.ts'
import { uptime } from './uptime.ts'

export function DefaultHome({ isServerUp }: { isServerUp: boolean }) {
  const t = homeText.use()
  const status = useStatus()
  const base = baseAddress(status?.server_address ?? '', window.location.origin)
  return (
    <div className={styles.page}>
      <div className={styles.hero}>
        <div>
          <h1 className={styles.title}>{t('title')}</h1>
          <p className={styles.lead}>{t('lead')}</p>
          <p className={`${textStyles.hint} ${styles.addressLabel}`}>{t('pointAt')}</p>
          <div className={`${layoutStyles.row} ${styles.address}`}>
            <code>
              {base}
              <span className={textStyles.quiet}>/v1</span>
            </code>
            <CopyAddress address={`${base}/v1`} />
          </div>
          <HomeActions />
        </div>
        <CodeCard base={base} models={useServedModels()} />
      </div>
      {isServerUp && status && (
        <>
          <LiveFacts status={status} />
          <ProviderGate status={status} />
        </>
      )}
    </div>
  )
}

const checkedMilliseconds = 1500

/** The main action of this page, so its button has a label beside the icon. */
function CopyAddress({ address }: { address: string }) {
  const t = homeText.use()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), checkedMilliseconds)
    return () => clearTimeout(timer)
  }, [isCopied])
  const Icon = isCopied ? Check : Copy
  return (
    <PlainButton
      kind="text"
      icon={<Icon aria-hidden />}
      onClick={async () => setIsCopied(await copy(address, t('baseUrl')))}
    >
      {t('copy')}
    </PlainButton>
  )
}

/** A primary link to the console or to sign-in, and a second one to the API reference. */
function HomeActions() {
  const t = homeText.use()
  const isSignedIn = session.use() !== undefined
  return (
    <div className={`${layoutStyles.wrappingButtons} ${styles.actions}`}>
      <PlainLink kind="primary" size="large" to={isSignedIn ? firstPage() : '/login'}>
        {isSignedIn ? t('openConsole') : t('getKey')}
        <ArrowRight aria-hidden />
      </PlainLink>
      <PlainLink size="large" to="/reference">
        {t('readReference')}
      </PlainLink>
    </div>
  )
}

/** The channel type for endpoints of one's own. Its number is written here, so that visitors do not load the table of types. */
const hasOwnEndpoint = ({ callable_channel_types }: Status) => callable_channel_types.includes(8)

const columns = 4 // of the wide layout, in which every row has its lane

/** The list of upstreams with the lanes that lead to it. */
function ProviderGate({ status }: { status: Status }) {
  const t = homeText.use()
  const offered = [...status.upstreams, ...(hasOwnEndpoint(status) ? [t('ownUpstream')] : [])]
  return (
    <section className={styles.gate}>
      <div className={styles.words}>
        <h2>{t('gateTitle', { count: offered.length })}</h2>
        <p>{t('gateText')}</p>
      </div>
      <div className={styles.across}>
        <RoadDrawing variant="list" rows={Math.ceil(offered.length / columns)} />
      </div>
      <div className={styles.down}>
        <RoadDrawing variant="down" />
      </div>
      <ul className={styles.list}>
        {offered.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  )
}

const dialects = ['OpenAI', 'Anthropic', 'Gemini']

/** Seconds since 1970, a minute at a time. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now / 1000
}

/** Facts about this installation that come from its status or from the program itself. */
function LiveFacts({ status }: { status: Status }) {
  const t = homeText.use()
  const now = useMinute()
  return (
    <section className={styles.facts} aria-label={t('facts')}>
      <Fact
        value={<span className={`${layoutStyles.row} ${styles.operational}`}>{t('operational')}</span>}
        label={t('upFor', uptime(status.start_time, now))}
      />
      <Fact value={status.version} label={t('version')} />
      <Fact value={status.upstreams.length + (hasOwnEndpoint(status) ? 1 : 0)} label={t('upstreams')} />
      <Fact value={dialects.length} label={t('dialects', { names: dialects })} />
    </section>
  )
}

function Fact({ value, label }: { value: ReactNode; label: string }) {
  return (
    <p className={styles.fact}>
      <strong>{value}</strong>
      <span className={textStyles.hint}>{label}</span>
    </p>
  )
}

const anyToken = { group: '', model_limits_enabled: false, model_limits: '' }

/** The models that the visitor, or a new user, can use in a chat; none until they are known. The page of prices shares the query. */
function useServedModels(): string[] {
  const user = session.use()
  const { data } = useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
  })
  return data ? callableModels(data.data, anyToken, user?.group || defaultGroup) : []
}
