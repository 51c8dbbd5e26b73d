import { useQuery } from '@tanstack/react-query'
import type { Token } from '@turnpike/contract/identity/token'
import { pricingApi } from '@turnpike/contract/money/pricing'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { useConfiguredChats } from '../../components/chat-links/use-chat-links.ts'
import { SelectField } from '../../components/fields/choice-field.tsx'
import { FirstCall } from '../../components/first-call/first-call.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import { ErrorState } from '../../components/states/error-state.tsx'
import navLinkStyles from '../../components/style/nav-link.module.css'
import textStyles from '../../components/style/text.module.css'
import { call } from '../../lib/api/call.ts'
import { useOwnGroup, useSeat } from '../../lib/api/organisations.ts'
import { useUsableTokens } from '../../lib/api/usable-tokens.ts'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { session } from '../../lib/session/session.ts'
import { ClientPanel } from './client-panel.tsx'
import { type Client, type ClientGroup, clientGroups } from './clients.ts'
import styles from './connect.module.css'
import { connectText } from './connect.text.ts'
import { type Dialect, modelFor, modelsFor } from './models.ts'

/** How each client is set up, with the person's own key; the last line turns green once the client calls. */
export function ConnectPage() {
  const t = connectText.use()
  const { data: tokens, error, refetch, isFetching } = useUsableTokens()
  const seat = useSeat()
  const facts = seat ? t('paidBy', { name: seat.name }) : t('facts')
  return (
    <Page title={t('title')} facts={facts} width="form">
      {tokens?.[0] ? (
        <Connection tokens={tokens} newest={tokens[0]} />
      ) : tokens ? (
        <EmptyState
          title={t('noTokens')}
          text={t('noTokensText')}
          action={
            <LinkButton type="primary" to="/token">
              {t('toTokens')}
            </LinkButton>
          }
        />
      ) : (
        error && <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
      )}
    </Page>
  )
}

function Connection({ tokens, newest }: { tokens: Token[]; newest: Token }) {
  const t = connectText.use()
  const [query, setQuery] = useSearchParams()
  const groups = clientGroups(useConfiguredChats() ?? [])
  const clients = groups.flatMap(({ clients }) => clients)
  // The first group is never empty.
  const client = clients.find(({ id }) => id === query.get('client')) ?? (clients[0] as Client)
  const token = tokens.find(({ id }) => String(id) === query.get('token')) ?? newest
  const models = useModels(token)
  const fitting = 'dialect' in client ? models.of(client.dialect) : undefined
  const [chosen, setChosen] = useState<string>()
  const model =
    'dialect' in client && fitting
      ? (fitting.find((each) => each === chosen) ?? modelFor(client.dialect, fitting))
      : undefined
  const addressOf = ({ id }: Client) => `?${new URLSearchParams({ client: id, token: String(token.id) })}`
  return (
    <>
      <div className={styles.choices}>
        <SelectField
          label={t('token')}
          value={token.id}
          options={tokens.map(({ id: value, name }) => ({ value, label: name }))}
          showSearch={{ optionFilterProp: 'label' }}
          onChange={(value) => setQuery({ client: client.id, token: String(value) }, { replace: true })}
        />
        {'dialect' in client && (
          <SelectField
            label={t('model')}
            problem={models.error?.message}
            value={model}
            options={(fitting ?? []).map((value) => ({ value, label: value }))}
            showSearch
            loading={!fitting && !models.error}
            onChange={setChosen}
          />
        )}
      </div>
      <FirstCall key={token.id} token={token} />
      <div className={styles.columns}>
        <ClientList groups={groups} current={client} addressOf={addressOf} />
        <ClientPanel key={client.id} client={client} token={token} model={model} models={models.of} />
      </div>
    </>
  )
}

/** The models that a token may call, by the format of a client; undefined until they are known. */
function useModels(token: Token): { of: (dialect: Dialect) => string[] | undefined; error: Error | null } {
  const user = session.use()
  const ownGroup = useOwnGroup()
  const { data, error } = useQuery({
    queryKey: ['pricing', user?.id, user?.group],
    queryFn: () => call(pricingApi.list),
    staleTime: 60_000,
  })
  return { of: (dialect) => data && modelsFor(dialect, data.data, token, ownGroup), error }
}

type ClientListProps = { groups: ClientGroup[]; current: Client; addressOf: (client: Client) => string }

/** The clients in their groups: a column beside the instructions, one field on a small screen. */
function ClientList({ groups, current, addressOf }: ClientListProps) {
  const t = connectText.use()
  const navigate = useNavigate()
  function choose(id: string) {
    const client = groups.flatMap(({ clients }) => clients).find((each) => each.id === id)
    if (client) void navigate(addressOf(client), { replace: true })
  }
  if (useSmallScreen()) {
    const options = groups.map(({ key, clients }) => ({
      label: t(key),
      title: t(key),
      options: clients.map((client) => ({ value: client.id, label: client.name })),
    }))
    return <SelectField label={t('client')} value={current.id} options={options} onChange={choose} />
  }
  return (
    <nav className={styles.list} aria-label={t('clients')}>
      {groups.map(({ key, clients }) => (
        <section key={key} aria-label={t(key)}>
          <h2 className={styles.group}>{t(key)}</h2>
          <ul>
            {clients.map((client) => (
              <li key={client.id}>
                <Link
                  replace
                  className={`${textStyles.ellipsis} ${navLinkStyles.link} ${styles.client}`}
                  to={addressOf(client)}
                  aria-current={client.id === current.id ? 'page' : undefined}
                >
                  {client.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}
