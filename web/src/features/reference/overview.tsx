import { relayReference } from '@turnpike/contract/reference/relay-reference'
import { Link } from 'react-router'
import { CodeCard } from '../../components/code-card/code-card.tsx'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { TableHead } from '../../components/data-table/table-head.tsx'
import textStyles from '../../components/style/text.module.css'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import { useCallableModels } from '../../lib/models/use-callable-models.ts'
import { useWords } from '../../lib/text/words.ts'
import { Method, Path } from './method-path.tsx'
import styles from './reference.module.css'
import { referenceText } from './reference.text.ts'
import type { Reader } from './use-reader.ts'

const sdks = [
  { name: 'OpenAI', end: '/v1', header: 'Authorization: Bearer' },
  { name: 'Anthropic', end: '', header: 'x-api-key' },
  { name: 'Gemini', end: '', header: 'x-goog-api-key' },
]

/** How requests are authenticated, a first request, and every operation in a line. */
export function Overview({ reader: { token } }: { reader: Reader }) {
  const t = referenceText.use()
  const words = useWords()
  const base = useBaseAddress()
  const models = useCallableModels(token)
  const key = token && keyOf(token)
  useDocumentTitle(t('reference'))
  return (
    <article className={styles.operation}>
      <div className={styles.head}>
        <h1>{t('reference')}</h1>
        <p className={styles.about}>{t('lead')}</p>
        <div className={styles.bases}>
          <table>
            <TableHead titles={[t('format'), t('baseUrl'), t('keyHeader')]} />
            <tbody>
              {[...sdks, { name: t('others'), end: '', header: 'Authorization: Bearer' }].map(
                ({ name, end, header }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td data-name={t('baseUrl')}>
                      <span className={styles.base}>
                        <code>{base + end}</code>
                        <CopyButton text={base + end} name={t('baseUrl')} />
                      </span>
                    </td>
                    <td data-name={t('keyHeader')}>
                      <code>{header}</code>
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
      </div>
      <div className={styles.examples}>
        <CodeCard
          compact
          base={base}
          models={models ?? []}
          {...(key && { apiKey: { shown: maskSecret(key, '…'), copied: key } })}
        />
        <section className={styles.section}>
          <h2>{t('errorsTitle')}</h2>
          <p className={styles.about}>
            {t('errors')} <Link to="/guide/clients#errors">{t('errorsLink')}</Link>
          </p>
        </section>
        <section className={styles.section}>
          <h2>{t('consoleApi')}</h2>
          <p className={styles.about}>
            {t('consoleLead')} <Link to="/reference/console">{t('open', { name: t('consoleApi') })}</Link>
          </p>
        </section>
        <section className={styles.section}>
          <h2>{t('documents')}</h2>
          <ul className={styles.documents}>
            <li>
              <a href="/api/docs/relay.json">/api/docs/relay.json</a>
            </li>
            <li>
              <a href="/api/docs/openapi.json">/api/docs/openapi.json</a>
            </li>
          </ul>
        </section>
      </div>
      <div className={styles.rest}>
        {relayReference.map(({ id, title, about, operations }) => (
          <section key={id} className={styles.section}>
            <h2>{words(title)}</h2>
            {about && <p className={textStyles.hint}>{words(about).replaceAll('`', '')}</p>}
            <ul className={styles.lines}>
              {operations.map((operation) => (
                <li key={operation.id}>
                  <Link to={`/reference/${operation.id}`}>{words(operation.title)}</Link>
                  <span>
                    <Method method={operation.method} />
                    <Path path={operation.path} />
                  </span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </article>
  )
}
