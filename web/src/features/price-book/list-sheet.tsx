import { useMutation } from '@tanstack/react-query'
import type { InputOf } from '@turnpike/contract/endpoint'
import { priceBookApi, priceListBytesMax, type ReadPriceList } from '@turnpike/contract/money/price-book'
import { formatCount } from '@turnpike/contract/quota'
import { Button, Input, Segmented, Switch } from 'antd'
import { useMemo, useState } from 'react'
import { Field } from '../../components/fields/field.tsx'
import { TextAreaField } from '../../components/fields/input-field.tsx'
import { SearchField } from '../../components/fields/search-field.tsx'
import { Tick } from '../../components/fields/tick.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { call } from '../../lib/api/call.ts'
import styles from './price-book.module.css'
import { bookText } from './price-book.text.ts'
import { amountsAfter } from './price-change.ts'
import { PercentText, PriceText, useFineWords } from './price-text.tsx'
import { isFree } from './price-words.ts'

const known = [
  ['LiteLLM', 'https://raw.githubusercontent.com/BerriAI/litellm/main/model_prices_and_context_window.json'],
  ['OpenRouter', 'https://openrouter.ai/api/v1/models'],
] as const

type Source = 'address' | 'paste' | 'file'
type ListSheetProps = { quotaPerUnit: number; onTake: (rows: ReadPriceList['rows']) => void }

/** Reads a public price list, and offers its differences for the change. */
export function ListSheet({ quotaPerUnit, onTake }: ListSheetProps) {
  const t = bookText.use()
  const list = useMutation({
    mutationFn: (body: InputOf<typeof priceBookApi.readList>['body']) => call(priceBookApi.readList, { body }),
  })
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
                <div className={layoutStyles.buttons}>
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
            <TextAreaField
              label={t('pasteLabel')}
              className={styles.json}
              rows={6}
              value={text}
              maxLength={priceListBytesMax}
              spellCheck={false}
              onChange={setText}
            />
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
                <code className={textStyles.mono}>{name}</code> <span className={textStyles.quiet}>{t(reason)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Sheet>
  )
}

const shownMax = 200

type Rows = ReadPriceList['rows']
type ListRowsProps = { list: ReadPriceList; quotaPerUnit: number; onTake: (rows: Rows) => void }

/** The prices of a list that differ from those in force, to be chosen one by one or together. */
function ListRows({ list, quotaPerUnit, onTake }: ListRowsProps) {
  const t = bookText.use()
  const [search, setSearch] = useState('')
  const [onlyServed, setOnlyServed] = useState(() => list.rows.some((row) => row.is_served))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const words = search.trim().toLowerCase()
    return list.rows.filter(
      ({ model, listed, is_served }) =>
        (!onlyServed || is_served) && (model.toLowerCase().includes(words) || listed.toLowerCase().includes(words)),
    )
  }, [list, search, onlyServed])
  const toggle = (models: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const model of models) isOn ? next.add(model) : next.delete(model)
    setChosen(next)
  }
  const names = rows.map(({ model }) => model)
  const chosenShown = names.filter((model) => chosen.has(model)).length
  const fineWords = useFineWords()
  const shown = rows.slice(0, shownMax).map(({ model, listed, before, amounts }) => ({
    model,
    listed,
    before: amountsAfter(before, before),
    after: amountsAfter(before, amounts),
    isFree: isFree(amountsAfter(before, amounts)),
  }))
  const taken = list.rows.filter(({ model }) => chosen.has(model))
  return (
    <>
      <div className={`${styles.bar} ${styles.note}`}>
        <SearchField className={styles.search} label={t('search')} value={search} onSearch={setSearch} />
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control */}
        <label className={styles.tick}>
          <Switch checked={onlyServed} onChange={setOnlyServed} aria-label={t('onlyServed')} /> {t('onlyServed')}
        </label>
        <span className={`${styles.tick} ${textStyles.quiet}`}>
          {list.format} · {t('readFacts', { changed: formatCount(list.rows.length), same: formatCount(list.same) })}
        </span>
        <div className={`${layoutStyles.wrappingButtons} ${styles.end}`}>
          <Button
            type="primary"
            disabled={taken.length === 0}
            onClick={() => {
              onTake(taken)
              setChosen(new Set())
            }}
          >
            {t('take', { count: taken.length })}
          </Button>
        </div>
      </div>
      {rows.length === 0 ? (
        <p className={styles.note}>{t('noRows')}</p>
      ) : (
        <div className={layoutStyles.scrollsSideways}>
          <table className={styles.table}>
            <thead>
              <tr>
                <td>
                  <Tick
                    label={t('selectAll')}
                    isTicked={chosenShown === rows.length}
                    isSome={chosenShown > 0 && chosenShown < rows.length}
                    onTick={() => toggle(names, chosenShown < rows.length)}
                  />
                </td>
                <th scope="col">{t('model')}</th>
                {(['before', 'listed', 'percent'] as const).map((name) => (
                  <th
                    key={name}
                    scope="col"
                    className={name === 'before' ? `${styles.figure} ${styles.before}` : styles.figure}
                  >
                    {t(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ model, listed, before, after, isFree }) => (
                <tr key={model}>
                  <td>
                    <Tick
                      label={t('select', { model })}
                      isTicked={chosen.has(model)}
                      onTick={() => toggle([model], !chosen.has(model))}
                    />
                  </td>
                  <td className={`${styles.name} ${textStyles.mono}`} title={listed}>
                    {model}
                    {listed !== model && <span className={textStyles.quiet}> {listed}</span>}
                  </td>
                  <td className={`${styles.figure} ${styles.before}`}>
                    <PriceText amounts={before} quotaPerUnit={quotaPerUnit} />
                  </td>
                  <td className={styles.figure} title={fineWords(before, after, quotaPerUnit).join('\n') || undefined}>
                    <PriceText amounts={after} quotaPerUnit={quotaPerUnit} />
                  </td>
                  <td className={styles.figure}>
                    {isFree ? t('free') : <PercentText before={before} after={after} />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > shownMax && (
        <p className={styles.note}>{t('rowsCut', { shown: shownMax, total: formatCount(rows.length) })}</p>
      )}
    </>
  )
}
