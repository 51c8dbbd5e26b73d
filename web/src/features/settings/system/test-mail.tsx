import { useMutation } from '@tanstack/react-query'
import { optionsIn } from '@turnpike/contract/options'
import { optionApi } from '@turnpike/contract/system/option-api'
import { Button, Input } from 'antd'
import { CircleCheck, CircleX, Send } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../../components/fields/field.tsx'
import { call } from '../../../lib/api/call.ts'
import { useSelf } from '../../../lib/api/self.ts'
import { dictionary } from '../../../lib/text/text.ts'
import type { OptionForm } from '../form/section-table.ts'
import styles from './system.module.css'

const testMailText = dictionary({
  to: ['Send to', '收件地址'],
  send: ['Send test email', '发送测试邮件'],
  saveFirst: ['Save first. The test uses the saved settings.', '请先保存更改，测试使用的是已保存的设置。'],
  toHelp: ['Defaults to your own address.', '留空则发到你自己的邮箱。'],
  sent: ['Sent to {to}. If it does not arrive, check the spam folder.', '已发送到 {to}。如未收到，请查看垃圾邮件。'],
})

/** Sends a mail with the stored settings and shows the result below the button. */
export function TestMail({ form }: { form: OptionForm }) {
  const t = testMailText.use()
  const [to, setTo] = useState('')
  const ownAddress = useSelf().data?.email
  const hasUnsaved = optionsIn('system/smtp').some(form.isChanged)
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => call(optionApi.testMail, { body: { to: to.trim() } }),
    onError: () => {}, // shown below the field
  })
  const maySend = !hasUnsaved && !isPending
  return (
    <div>
      <Field label={t('to')} help={hasUnsaved ? t('saveFirst') : ownAddress ? t('toHelp') : undefined}>
        {(control) => (
          <div className={styles.row}>
            <Input
              {...control}
              type="email"
              autoComplete="email"
              placeholder={ownAddress || 'someone@example.com'}
              value={to}
              onChange={(event) => setTo(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault() // the field is no part of the settings form
                if (maySend) mutate()
              }}
            />
            <Button icon={<Send />} disabled={hasUnsaved} loading={isPending} onClick={() => mutate()}>
              {t('send')}
            </Button>
          </div>
        )}
      </Field>
      <div role="status">
        {!isPending && data && (
          <p className={styles.sent}>
            <CircleCheck aria-hidden />
            {t('sent', data)}
          </p>
        )}
        {!isPending && error && (
          <p className={styles.failed}>
            <CircleX aria-hidden />
            {error.message}
          </p>
        )}
      </div>
    </div>
  )
}
