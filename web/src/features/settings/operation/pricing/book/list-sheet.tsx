import { priceListBytesMax, type ReadPriceList } from '@turnpike/contract/money/price-book'
import { formatCount } from '@turnpike/contract/quota'
import { Button, Input, Segmented } from 'antd'
import { useState } from 'react'
import { Field } from '../../../../../components/fields/field.tsx'
import { Sheet } from '../../../../../components/page/sheet.tsx'
import { useText } from '../../../../../lib/text/text.ts'
import styles from './book.module.css'
import { bookText } from './book.text.ts'
import { ListRows } from './list-rows.tsx'
import { useReadList } from './use-price-book.ts'

const known = [
  ['LiteLLM', 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json'],
  ['OpenRouter', 'https://openrouter.ai/api/v1/models'],
] as const

type Source = 'address' | 'paste' | 'file'
type ListSheetProps = { quotaPerUnit: number; onTake: (rows: ReadPriceList['rows']) => void }

/** Reads a public price list, and offers its differences for the change. */
export function ListSheet({ quotaPerUnit, onTake }: ListSheetProps) {
  const t = useText(bookText)
  const list = useReadList()
  const [source, setSource] = useState<Source>('address')
  const [address, setAddress] = useState('')
  const [text, setText] = useState('')
  const value = source === 'address' ? address.trim() : text
  const readButton = (
    <Button
      disabled={value.trim() === ''}
      loading={list.isPending}
      onClick={() => list.mutate(source === 'address' ? { address: value } : { text: value })}
    >
      {t('read')}
    </Button>
  )
  return (
    <Sheet flush title={t('list')}>
      <p className={styles.note}>{t('listText')}</p>
      <div className={styles.bar}>
        <Segmented<Source>
          aria-label={t('source')}
          value={source}
          options={(['address', 'paste', 'file'] as const).map((each) => ({ value: each, label: t(each) }))}
          onChange={(next) => {
            setSource(next)
            setText('')
          }}
        />
        {source === 'address' &&
          known.map(([name, known]) => (
            <Button key={name} onClick={() => setAddress(known)}>
              {name}
            </Button>
          ))}
      </div>
      <div className={styles.bar}>
        <div className={styles.fill}>
          {source === 'address' && (
            <Field label={t('address')} help={t('addressHelp')}>
              {(control) => (
                <div className={styles.row}>
                  <Input
                    {...control}
                    inputMode="url"
                    value={address}
                    placeholder="https://…/api/pricing"
                    onChange={(event) => setAddress(event.target.value)}
                  />
                  {readButton}
                </div>
              )}
            </Field>
          )}
          {source === 'paste' && (
            <Field label={t('pasteLabel')}>
              {(control) => (
                <Input.TextArea
                  {...control}
                  className={styles.json}
                  rows={6}
                  value={text}
                  maxLength={priceListBytesMax}
                  spellCheck={false}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
          )}
          {source === 'file' && (
            <Field label={t('fileLabel')}>
              {({ id }) => (
                <input
                  id={id}
                  type="file"
                  accept=".json,application/json"
                  onChange={async (event) => setText((await event.target.files?.[0]?.text()) ?? '')}
                />
              )}
            </Field>
          )}
          {source !== 'address' && <div className={styles.below}>{readButton}</div>}
        </div>
      </div>
      {list.data && <ListRows key={list.submittedAt} list={list.data} quotaPerUnit={quotaPerUnit} onTake={onTake} />}
      {list.data && list.data.bad_total > 0 && (
        <details className={styles.bad}>
          <summary>{t('bad', { count: formatCount(list.data.bad_total) })}</summary>
          <ul>
            {list.data.bad.map(({ name, reason }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a broken list may name a model twice
              <li key={index}>
                <code className={styles.mono}>{name}</code> <span className={styles.more}>{t(reason)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Sheet>
  )
}
