import { Skeleton } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorState } from '../../../components/states/error-state.tsx'
import { useDocumentTitle } from '../../../lib/browser/use-document-title.ts'
import { JsonText } from '../json-text.tsx'
import { Method, Path } from '../method-path.tsx'
import styles from '../reference.module.css'
import { referenceText } from '../reference.text.ts'
import { type ConsoleOperation, type Schema, useConsoleDocument } from './use-console-document.ts'

/** The console's API by resource. Each resource and each operation is drawn when it is opened. */
export function ConsoleOperations() {
  const t = referenceText.use()
  const { data, error, refetch, isFetching } = useConsoleDocument()
  const opened = useSearchParams()[0].get('open') ?? undefined
  useDocumentTitle(t('consoleApi'))
  return (
    <article className={styles.console}>
      <h1>{t('consoleApi')}</h1>
      <p className={styles.about}>
        {t('consoleLead')} {t('consoleEnglish')}
      </p>
      {data ? (
        <Groups key={opened} operations={data} opened={opened} />
      ) : error ? (
        <ErrorState error={error} onRetry={refetch} retrying={isFetching} />
      ) : (
        <Skeleton title={false} paragraph={{ rows: 8 }} />
      )}
    </article>
  )
}

const nameOf = ({ method, path }: ConsoleOperation) => `${method} ${path}`

function Groups({ operations, opened }: { operations: ConsoleOperation[]; opened: string | undefined }) {
  return [...Map.groupBy(operations, ({ group }) => group)].map(([group, members]) => (
    <Fold
      key={group}
      isOpen={members.some((member) => nameOf(member) === opened)}
      summary={
        <>
          <code>/api/{group}</code>
          <span>{members.length}</span>
        </>
      }
    >
      {() =>
        members.map((operation) => (
          <Fold
            key={nameOf(operation)}
            isOpen={nameOf(operation) === opened}
            isTarget={nameOf(operation) === opened}
            summary={
              <>
                <Method method={operation.method} />
                <Path path={operation.path} />
                <span>{operation.summary}</span>
              </>
            }
          >
            {() => <Details operation={operation} />}
          </Fold>
        ))
      }
    </Fold>
  ))
}

type FoldProps = {
  isOpen: boolean
  /** The page scrolls here when it opens. */
  isTarget?: boolean
  summary: ReactNode
  children: () => ReactNode
}

function Fold({ isOpen, isTarget = false, summary, children }: FoldProps) {
  const [wasOpened, setWasOpened] = useState(isOpen)
  const fold = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (isTarget) fold.current?.scrollIntoView({ block: 'center' })
  }, [isTarget])
  return (
    <details
      ref={fold}
      className={styles.fold}
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open) setWasOpened(true)
      }}
    >
      <summary>{summary}</summary>
      {wasOpened && <div className={styles.folded}>{children()}</div>}
    </details>
  )
}

function Details({ operation }: { operation: ConsoleOperation }) {
  const t = referenceText.use()
  const { access, parameters, body, response } = operation
  return (
    <>
      <p className={styles.about}>{t(`access_${access}`)}</p>
      {parameters.length > 0 && (
        <section className={styles.section}>
          <h2>{t('parameters')}</h2>
          <dl className={styles.fields}>
            {parameters.map(({ name, required, schema }) => (
              <div key={name}>
                <dt>
                  <code className={styles.name}>{name}</code>
                  <span className={styles.type}>{String(schema.type ?? '')}</span>
                  {required && <span className={styles.required}>{t('required')}</span>}
                </dt>
              </div>
            ))}
          </dl>
        </section>
      )}
      {body && <SchemaText title={t('body')} schema={body} />}
      {response && <SchemaText title={t('response')} schema={response} />}
    </>
  )
}

const SchemaText = ({ title, schema }: { title: string; schema: Schema }) => (
  <section className={styles.section}>
    <h2>{title}</h2>
    <JsonText text={JSON.stringify(schema, null, 2)} />
  </section>
)
