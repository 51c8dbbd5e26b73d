import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { role } from '@turnpike/contract/identity/user'
import {
  type ModelPage as Model,
  type ModelSpan,
  modelPageApi,
  modelSpans,
} from '@turnpike/contract/routing/model-page'
import { Segmented } from 'antd'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { ModelLink } from '../../components/model-link/model-link.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import { Callout } from '../../components/states/callout.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { SetPrice } from '../../components/unpriced/set-price.tsx'
import { useFilters } from '../../lib/address/use-filters.ts'
import { CallError, call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { session } from '../../lib/session/session.ts'
import styles from './model.module.css'
import { modelText } from './model.text.ts'
import { ModelFigures } from './model-figures.tsx'
import { ModelPrices } from './model-prices.tsx'

const ModelCode = lazyPart(async () => (await import('./model-code.tsx')).ModelCode)
const ModelChannels = lazyPart(async () => (await import('./model-channels.tsx')).ModelChannels)
const ModelFailures = lazyPart(async () => (await import('./model-failures.tsx')).ModelFailures)

/** One model: price, speed, success and code for everyone; channels and failures for administrators. */
export function ModelPage() {
  const t = modelText.use()
  const { name, hours, setHours } = useModelView()
  const model = useModel(name, hours)
  const isAdmin = (session.use()?.role ?? 0) >= role.admin
  const unknown = model.error instanceof CallError && model.error.code === 'model_unknown' ? model.error : undefined
  const encoded = encodeURIComponent(name)
  if (name === '')
    return (
      <Page title={t('title')}>
        <EmptyState
          title={t('noName')}
          text={t('noNameText')}
          action={<LinkButton to="/pricing">{t('toPrices')}</LinkButton>}
        />
      </Page>
    )
  return (
    <Page
      title={name}
      facts={<CopyButton text={name} name={t('copied')} />}
      actions={
        <>
          <Segmented<ModelSpan>
            aria-label={t('span')}
            value={hours}
            options={[
              { value: '24', label: t('day') },
              { value: '168', label: t('week') },
            ]}
            onChange={setHours}
          />
          <LinkButton to={`/log?model_name=${encoded}`}>{t('openLog')}</LinkButton>
          <LinkButton to={`/route?model=${encoded}`}>{t('checkRoute')}</LinkButton>
        </>
      }
    >
      {unknown && (
        <EmptyState
          title={unknown.message}
          text={t('unknownText')}
          action={<LinkButton to="/pricing">{t('toPrices')}</LinkButton>}
        />
      )}
      {model.isError && !unknown && (
        <ErrorState error={model.error} onRetry={model.refetch} retrying={model.isFetching} />
      )}
      {model.data && !model.isError && <ModelParts model={model.data} isAdmin={isAdmin} />}
    </Page>
  )
}

function ModelParts({ model, isAdmin }: { model: Model; isAdmin: boolean }) {
  const t = modelText.use()
  const { name, price, channels, failures, virtual_models } = model
  const isServed = channels === null || channels.some(({ status }) => status === 1) || price !== null
  return (
    <div className={styles.parts}>
      {!isServed && <Callout tone="warning" title={t('notServed')} />}
      {isServed && price === null && (
        <Callout tone="warning" title={t('noPrice')} text={t('noPriceText')} action={<SetPrice model={name} />} />
      )}
      <ModelFigures model={model} />
      <div className={styles.columns}>
        <div className={styles.parts}>
          {price && <ModelPrices model={model} price={price} />}
          {virtual_models.length > 0 && (
            <Sheet title={t('partOf')}>
              <ul className={layoutStyles.stack12}>
                {virtual_models.map((each) => (
                  <li key={each}>
                    <ModelLink name={each} />
                  </li>
                ))}
              </ul>
            </Sheet>
          )}
        </div>
        {price && <ModelCode price={price} />}
      </div>
      {isAdmin && channels && channels.length > 0 && (
        <ModelChannels model={name} channels={channels} leftOut={model.left_out} />
      )}
      {isAdmin && failures && <ModelFailures failures={failures} />}
    </div>
  )
}

/** The model and the span in the address. */
function useModelView() {
  const { filters, set } = useFilters(['name', 'hours'])
  const hours: ModelSpan = modelSpans.find((span) => span === filters.hours) ?? '24'
  return { name: filters.name, hours, setHours: (next: ModelSpan) => set({ hours: next === '24' ? '' : next }) }
}

const useModel = (name: string, hours: ModelSpan) =>
  useQuery({
    queryKey: ['model', name, hours],
    queryFn: () => call(modelPageApi.get, { query: { name, hours } }),
    enabled: name !== '',
    // Another span keeps the page; another model does not.
    placeholderData: (before, query) => (query?.queryKey[1] === name ? keepPreviousData(before) : undefined),
    refetchInterval: 60_000,
  })
