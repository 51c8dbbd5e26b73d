import { codeBounds, type Redemption } from '@turnpike/contract/money/redemption'
import { dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { Copy, Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { copy } from '../../components/copy/copy.ts'
import { CountField } from '../../components/fields/count-field.tsx'
import { InputField } from '../../components/fields/input-field.tsx'
import { QuotaField } from '../../components/fields/quota-field.tsx'
import { FormDrawer } from '../../components/overlay/form-drawer.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { saveTextFile } from '../../lib/browser/save-text-file.ts'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import styles from './redemptions.module.css'
import { redemptionsText } from './redemptions.text.ts'
import { useCodeForm } from './use-code-form.ts'

const ConflictDialog = lazyPart(
  async () => (await import('../../components/conflict/conflict-dialog.tsx')).ConflictDialog,
)

type RedemptionDrawerProps = {
  /** The code to edit; absent for new ones. */
  code?: Redemption | undefined
  onClosed: () => void
}

/** Creates codes or edits one; after a creation the drawer shows the codes until it is closed. */
export function RedemptionDrawer({ code, onClosed }: RedemptionDrawerProps) {
  const t = redemptionsText.use()
  const { perUnit, inQuota } = useQuotaRate()
  const amountOf = (quota: number) => (inQuota ? formatCount(quota) : formatMoney(dollars(quota, perUnit)))
  const [codes, setCodes] = useState<string[]>()
  const closing = useRef(() => {})
  const onSaved = () => {
    toast.success(t('saved'))
    closing.current()
  }
  const form = useCodeForm(code, { onCreated: setCodes, onSaved, defaultName: amountOf })
  const { values, problems, name, set } = form
  const { quota, count } = values
  const canSum = quota >= codeBounds.quota.min && count >= codeBounds.count.min && Number.isSafeInteger(quota * count)

  const wordsOf = (field: string, value: string | number) =>
    field === 'quota' ? amountOf(Number(value)) : String(value)

  return (
    <FormDrawer
      title={codes ? t('createdTitle', { count: codes.length }) : t(code ? 'editTitle' : 'createTitle')}
      {...(code && { windowTitle: `${t('editTitle')} ${code.name}` })}
      summary={
        !codes && !code && canSum && t('summary', { count, each: amountOf(quota), total: amountOf(quota * count) })
      }
      holdsInput={!codes && form.isChanged}
      startsTyping={!code}
      onClosed={onClosed}
      onSubmit={form.submit}
      closing={closing}
      verb={code ? t('save') : t('createMany', { count: canSum ? count : 1 })}
      isSending={form.isSending}
      done={codes && t('done')}
    >
      {codes ? (
        <CodesCreated name={name} codes={codes} />
      ) : (
        <>
          <InputField
            label={t('name')}
            optional={!code}
            help={code ? undefined : t('nameHelp')}
            problem={problems.name}
            placeholder={name}
            value={values.name}
            onChange={(name) => set({ name })}
          />
          <QuotaField
            label={t('quota')}
            value={quota}
            onChange={(next) => set({ quota: next })}
            help={code ? undefined : t('quotaHelp')}
            problem={problems.quota}
          />
          {!code && (
            <CountField
              label={t('count')}
              value={count}
              help={t('countHelp')}
              problem={problems.count}
              onChange={(next) => set({ count: next })}
            />
          )}
          {form.conflict && (
            <ConflictDialog
              {...form.conflict}
              words={{ nameOf: (field) => t(field === 'name' ? 'name' : 'quota'), valueOf: wordsOf }}
              mineOf={(field) => {
                const edited = form.conflict?.edited.find((each) => each === field)
                return edited && wordsOf(field, values[edited])
              }}
              busy={form.isSending}
            />
          )}
        </>
      )}
    </FormDrawer>
  )
}

/** New codes, to copy or to download all at once. */
function CodesCreated({ name, codes }: { name: string; codes: string[] }) {
  const t = redemptionsText.use()
  const text = codes.join('\n')
  return (
    <div className={layoutStyles.stack12}>
      <div className={layoutStyles.wrappingButtons}>
        <Button
          autoFocus
          type="primary"
          icon={<Copy />}
          onClick={() => copy(text, t('codes', { count: codes.length }))}
        >
          {t('copyAll')}
        </Button>
        <Button icon={<Download />} onClick={() => saveTextFile(name, `${text}\n`)}>
          {t('download')}
        </Button>
      </div>
      <p className={textStyles.hint}>{t('createdHelp')}</p>
      <ol className={`${layoutStyles.framed} ${styles.list}`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </div>
  )
}
