import type { OptionKey } from '@turnpike/contract/options'
import { isHiddenOption } from '@turnpike/contract/system/option-api'
import { Button } from 'antd'
import { plain } from '../../../components/options/option-texts.ts'
import type { StoredOptions } from '../../../components/options/use-options.ts'
import { Callout } from '../../../components/states/callout.tsx'
import { useText } from '../../../lib/text/text.ts'
import { settingsFormText } from './settings-form.text.ts'
import { useSaveOptions } from './use-save-options.ts'

const savable = ({ damaged }: StoredOptions): OptionKey[] => damaged.filter((key) => !isHiddenOption(key))

/** Names the options whose stored values cannot be read, and saves the values in force over them. */
export function DamagedOptions({ stored }: { stored: StoredOptions }) {
  const t = useText(settingsFormText)
  const { mutate, isPending } = useSaveOptions()
  const { length: count } = savable(stored)
  if (stored.damaged.length === 0) return null
  const changesOver = (now: StoredOptions) =>
    savable(now).map((key) => ({ key, value: plain(key, now.texts[key] ?? '') }))
  return (
    <Callout
      tone="error"
      title={t('damaged', { names: stored.damaged.join(', ') })}
      text={t('damagedText')}
      action={
        count > 0 && (
          <Button size="small" loading={isPending} onClick={() => mutate({ count, changesOver })}>
            {t('damagedSave')}
          </Button>
        )
      }
    />
  )
}
