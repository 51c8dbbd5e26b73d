import { Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Field } from '../../components/fields/field.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { useSmallScreen } from '../../lib/browser/use-small-screen.ts'
import { useText } from '../../lib/text/text.ts'
import type { Client, ClientGroup } from './clients.ts'
import styles from './connect.module.css'
import { connectText } from './connect.text.ts'

type ClientListProps = { groups: ClientGroup[]; current: Client; addressOf: (client: Client) => string }

/** The clients in their groups: a column beside the instructions, one field on a small screen. */
export function ClientList({ groups, current, addressOf }: ClientListProps) {
  const t = useText(connectText)
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
    return (
      <Field label={t('client')}>
        {({ id }) => (
          <Select id={id} className={layoutStyles.wide} value={current.id} options={options} onChange={choose} />
        )}
      </Field>
    )
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
                  className={styles.client}
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
