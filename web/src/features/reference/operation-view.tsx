import type { Operation, OperationGroup, OperationResponse } from '@turnpike/contract/reference/operation'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { callLanguage, callLanguages } from '../../components/code-card/call-language.ts'
import { CodeFrame } from '../../components/code-card/code-frame.tsx'
import { PlainButton } from '../../components/plain-button/plain-button.tsx'
import textStyles from '../../components/style/text.module.css'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { useDocumentTitle } from '../../lib/browser/use-document-title.ts'
import { placeholderKey } from '../../lib/client-code/client-code.ts'
import { maskSecret } from '../../lib/format/mask-secret.ts'
import { keyOf } from '../../lib/format/token-key.ts'
import { useWords } from '../../lib/text/words.ts'
import { FieldTable } from './field-table.tsx'
import { JsonText } from './json-text.tsx'
import { MarkedText } from './marked-text.tsx'
import { Method, Path } from './method-path.tsx'
import { operationCode } from './operation-code.ts'
import styles from './reference.module.css'
import { referenceText } from './reference.text.ts'
import { type Reader, useExampleModel } from './use-reader.ts'

const TryForm = lazyPart(async () => (await import('./try/try-form.tsx')).TryForm)

type OperationViewProps = { operation: Operation; group: OperationGroup; reader: Reader }

/** One operation: what it does, its fields, code that works, and a form that sends it. */
export function OperationView({ operation, group, reader }: OperationViewProps) {
  const t = referenceText.use()
  const words = useWords()
  const { title, about, method, path, also = [], parameters, body, isCharged, response } = operation
  const example = useExampleModel(operation, reader.token)
  const [chosen, setChosen] = useState<string>()
  const [isTrying, setIsTrying] = useState(false)
  const model = chosen ?? example.model
  useDocumentTitle(words(title))
  const isTryable = response.type !== 'websocket'
  return (
    <article className={styles.operation}>
      <div className={styles.head}>
        <p className={textStyles.quietSmall}>{words(group.title)}</p>
        <h1>{words(title)}</h1>
        <p className={styles.address}>
          <Method method={method} />
          <Path path={path} />
          <span className={styles.tag}>{t(isCharged ? 'charged' : 'free')}</span>
        </p>
        {about && (
          <p className={styles.about}>
            <MarkedText text={words(about)} />
          </p>
        )}
        {group.about && (
          <p className={styles.about}>
            <MarkedText text={words(group.about)} />
          </p>
        )}
        {also.length > 0 && (
          <p className={styles.about}>
            {t('also')}{' '}
            {also.map((address) => (
              <Path key={address} path={address} />
            ))}
          </p>
        )}
      </div>
      <div className={styles.examples}>
        <ExampleCode operation={operation} model={model} reader={reader} />
        {example.callable?.length === 0 && model && <p className={textStyles.hint}>{t('noModel', { model })}</p>}
        {operation.example.file && (
          <p className={textStyles.hint}>{t('needsFile', { name: operation.example.file.name })}</p>
        )}
        {isTryable && !isTrying && (
          <div>
            <PlainButton icon={<Play aria-hidden />} onClick={() => setIsTrying(true)}>
              {t('tryIt')}
            </PlainButton>
          </div>
        )}
        {isTrying && (
          <TryForm operation={operation} reader={reader} models={example.callable} model={model} onModel={setChosen} />
        )}
        <ExampleResponse response={response} />
      </div>
      <div className={styles.rest}>
        {parameters && <FieldTable title={t('parameters')} fields={parameters} />}
        {body && <FieldTable title={t(body.as === 'json' ? 'body' : 'form')} fields={body.fields} />}
        {body && operation.models && <p className={textStyles.hint}>{t('passes')}</p>}
      </div>
    </article>
  )
}

function ExampleCode({
  operation,
  model,
  reader,
}: {
  operation: Operation
  model: string | undefined
  reader: Reader
}) {
  const t = referenceText.use()
  const base = useBaseAddress()
  const language = callLanguage.use()
  const codeIn = (value: typeof language, key: string) => operationCode(operation, model, value, { base, key })
  const list = callLanguages.filter(({ value }) => codeIn(value, placeholderKey) !== undefined)
  const [first] = list
  const shown = list.some(({ value }) => value === language) ? language : (first?.value ?? language)
  const key = reader.token ? keyOf(reader.token) : placeholderKey
  return (
    <CodeFrame
      tabs={{ label: t('example'), list, chosen: shown, onChoose: callLanguage.set }}
      code={codeIn(shown, reader.token ? maskSecret(key, '…') : key) ?? ''}
      copied={codeIn(shown, key) ?? ''}
      syntax={shown}
      compact
    />
  )
}

/** What a response looks like. */
function ExampleResponse({ response }: { response: OperationResponse }) {
  const t = referenceText.use()
  const text = 'example' in response && textOf(response.example)
  return (
    <section className={styles.section}>
      <h2>{t('exampleResponse')}</h2>
      {text ? <JsonText text={text} /> : <p className={styles.about}>{t('responseFile', { type: response.type })}</p>}
    </section>
  )
}

const textOf = (example: unknown): string =>
  typeof example === 'string' ? example.trim() : JSON.stringify(example, null, 2)
