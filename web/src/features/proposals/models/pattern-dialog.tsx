import { isModelPattern, type ModelProposal, modelListBounds } from '@turnpike/contract/routing/model-lists'
import { Button, Segmented } from 'antd'
import { type FormEvent, useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { modelsText } from './models.text.ts'
import { useIgnorePattern } from './use-model-proposals.ts'

/** Ignores models whose names match a pattern: of one channel, or of all. */
export function PatternDialog({ proposal, onClose }: { proposal: ModelProposal; onClose: () => void }) {
  const t = modelsText.use()
  const { channel_id, channel_name, kind, model } = proposal
  const [pattern, setPattern] = useState(model)
  const [where, setWhere] = useState<'here' | 'everywhere'>('everywhere')
  const [isBad, setIsBad] = useState(false)
  const ignoring = useIgnorePattern(() => {
    toast.success(t('patternDone'))
    onClose()
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const typed = pattern.trim()
    if (!isModelPattern(typed)) setIsBad(true)
    else if (!ignoring.isPending)
      ignoring.mutate({ channel_id: where === 'here' ? channel_id : 0, kind, pattern: typed })
  }
  return (
    <Dialog width={440} title={t('patternTitle')} closable={false} footer={null} onCancel={onClose}>
      <form className={layoutStyles.fields} noValidate onSubmit={submit}>
        <InputField
          autoFocus
          label={t('pattern')}
          help={t('patternHelp')}
          problem={isBad ? t('patternBad') : undefined}
          maxLength={modelListBounds.pattern.lengthMax}
          spellCheck={false}
          value={pattern}
          onChange={setPattern}
        />
        <Field label={t('channels')}>
          {({ id }) => (
            <Segmented
              id={id}
              aria-label={t('channels')}
              value={where}
              options={[
                { value: 'everywhere', label: t('everywhere') },
                { value: 'here', label: t('here', { name: channel_name }) },
              ]}
              onChange={setWhere}
            />
          )}
        </Field>
        <div className={layoutStyles.endButtons}>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button type="primary" htmlType="submit" loading={ignoring.isPending}>
            {t('ignore')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
