import { AutoComplete, Button } from 'antd'
import { Calculator, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton, QuietButton } from '../../components/buttons/quiet-button.tsx'
import { MeantQuestion } from '../../components/options/price-drawer/meant-question.tsx'
import type { Amounts } from '../../components/options/price-maps.ts'
import { ratioOfDollars } from '../../components/options/price-math.ts'
import { Sheet } from '../../components/page/sheet.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import styles from './price-book.module.css'
import { bookText } from './price-book.text.ts'
import { PercentText, PriceText, useFineWords } from './price-text.tsx'
import { meantInput } from './price-words.ts'

// The calendar is 30 kB, and nothing has a time before a price is changed.
const TimeField = lazyPart(async () => (await import('../../components/fields/time-field.tsx')).TimeField)

export type DraftRow = { model: string; before: Amounts; amounts: Amounts }

type DraftSheetProps = {
  rows: readonly DraftRow[]
  quotaPerUnit: number
  /** Every model with a price, to choose from. */
  models: readonly string[]
  isEditing: boolean
  /** Unix seconds; undefined for now. */
  time: number | undefined
  isSaving: boolean
  isComputing: boolean
  onTime: (time: number | undefined) => void
  onOpen: (model: string) => void
  onSet: (model: string, amounts: Amounts) => void
  onRemove: (model: string) => void
  onWhatIf: () => void
  onSave: () => void
  onCancel: () => void
}

/** The change that is being made: model, old price, new price, percent; and from when it holds. */
export function DraftSheet(props: DraftSheetProps) {
  const { rows, models, isEditing, time, onOpen } = props
  const t = bookText.use()
  const [model, setModel] = useState('')
  const [isListOpen, setListOpen] = useState(false)
  const open = (name: string) => {
    onOpen(name.trim())
    setModel('')
    setListOpen(false) // it would show every model again, over the drawer
  }
  return (
    <Sheet
      flush
      title={t(isEditing ? 'editing' : 'change')}
      extra={(isEditing || rows.length > 0) && <QuietButton onClick={props.onCancel}>{t('stopEditing')}</QuietButton>}
    >
      <div className={styles.bar}>
        <AutoComplete
          className={styles.fill}
          aria-label={t('choose')}
          placeholder={t('choose')}
          value={model}
          open={isListOpen}
          onOpenChange={setListOpen}
          options={models.map((value) => ({ value }))}
          showSearch={{ filterOption: (typed, option) => String(option?.value).includes(typed.trim()) }}
          onChange={(value: string | undefined) => setModel(value ?? '')}
          onSelect={(name) => name !== undefined && open(name)}
        />
        <Button disabled={model.trim() === ''} onClick={() => open(model)}>
          {t('setPrice')}
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className={styles.note}>{t('none')}</p>
      ) : (
        <>
          <div className={layoutStyles.scrollsSideways}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t('model')}</th>
                  <th scope="col" className={`${styles.figure} ${styles.before}`}>
                    {t('before')}
                  </th>
                  <th scope="col" className={styles.figure}>
                    {t('after')}
                  </th>
                  <th scope="col" className={styles.figure}>
                    {t('percent')}
                  </th>
                  <td />
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <DraftLines key={row.model} row={row} {...props} />
                ))}
              </tbody>
            </table>
          </div>
          <div className={styles.note}>
            <TimeField
              label={t('from')}
              optional
              help={t('timeHelp')}
              placeholder={t('now')}
              value={time}
              onChange={props.onTime}
            />
          </div>
          <div className={`${styles.bar} ${styles.note}`}>
            <Button icon={<Calculator />} loading={props.isComputing} onClick={props.onWhatIf}>
              {t('whatIf')}
            </Button>
            <div className={`${layoutStyles.wrappingButtons} ${styles.end}`}>
              <Button type="primary" loading={props.isSaving} onClick={props.onSave}>
                {t(time === undefined ? 'saveNow' : 'saveLater', { count: rows.length })}
              </Button>
            </div>
          </div>
        </>
      )}
    </Sheet>
  )
}

/** A model of the change; below it the changed parts besides input and output, and a question about an odd price. */
function DraftLines({ row, quotaPerUnit, onOpen, onSet, onRemove }: DraftSheetProps & { row: DraftRow }) {
  const { model, before, amounts } = row
  const t = bookText.use()
  const fineWords = useFineWords()(before, amounts, quotaPerUnit)
  const [kept, setKept] = useState<number>()
  const meant = amounts.ModelRatio === kept ? undefined : meantInput(before, amounts, quotaPerUnit)
  const meantRatio = meant === undefined ? undefined : ratioOfDollars(meant, quotaPerUnit)
  return (
    <>
      <tr>
        <td className={`${styles.name} ${textStyles.mono}`} title={model}>
          {model}
        </td>
        <td className={`${styles.figure} ${styles.before}`}>
          <PriceText amounts={before} quotaPerUnit={quotaPerUnit} />
        </td>
        <td className={styles.figure}>
          <QuietButton onClick={() => onOpen(model)} aria-label={`${t('edit')} ${model}`}>
            <strong>
              <PriceText amounts={amounts} quotaPerUnit={quotaPerUnit} />
            </strong>
          </QuietButton>
        </td>
        <td className={styles.figure}>
          <PercentText before={before} after={amounts} />
        </td>
        <td className={styles.figure}>
          <IconButton icon={<X />} label={`${t('remove')} ${model}`} onClick={() => onRemove(model)} />
        </td>
      </tr>
      {fineWords.length > 0 && (
        <tr className={styles.fine}>
          <td colSpan={5}>
            <ul className={textStyles.hint}>
              {fineWords.map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          </td>
        </tr>
      )}
      {meant !== undefined && meantRatio !== undefined && (
        <tr className={styles.fine}>
          <td colSpan={5}>
            <MeantQuestion
              price={meant}
              onTake={() => onSet(model, { ...amounts, ModelRatio: meantRatio })}
              onKeep={() => setKept(amounts.ModelRatio)}
            />
          </td>
        </tr>
      )}
    </>
  )
}
