import { isOrgName, orgApi } from '@turnpike/contract/identity/organisation-api'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { InputField } from '../../../components/fields/input-field.tsx'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { LeaveGuard } from '../../../components/form/leave-guard.tsx'
import { useEdits } from '../../../components/form/use-edits.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import { type OrgProps, paramsOf, useOrgChange } from '../use-org.ts'
import { orgSettingsText } from './org-settings.text.ts'

type Problems = { name?: string; warn_below?: string }

/** The name, and the balance below which owners are warned. */
export function SettingsForm({ org }: OrgProps) {
  const t = orgSettingsText.use()
  const stored = { name: org.name, warn_below: org.warn_below }
  const { values, edit, forget } = useEdits(stored)
  const [problems, setProblems] = useState<Problems>({})
  const changes = (['name', 'warn_below'] as const).filter((name) => values[name] !== stored[name])
  const saving = useOrgChange((body: typeof values) => call(orgApi.update, { params: paramsOf(org.id), body }), {
    onDone: () => {
      forget()
      toast.success(t('saved'))
    },
  })
  const set = (change: Partial<typeof values>) => {
    edit(change)
    setProblems({})
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (saving.isPending) return
    const name = values.name.trim()
    const found: Problems = {
      ...(!isOrgName(name) && { name: t('nameProblem') }),
      ...(!(values.warn_below >= 0) && { warn_below: t('warnProblem') }),
    }
    setProblems(found)
    if (Object.keys(found).length === 0) saving.mutate({ ...values, name })
  }
  return (
    <form noValidate onSubmit={submit}>
      <FormSection title={t('about')} text={t('aboutText')}>
        <InputField
          label={t('name')}
          isChanged={changes.includes('name')}
          problem={problems.name}
          value={values.name}
          onChange={(name) => set({ name })}
        />
        <QuotaField
          label={t('warn_below')}
          help={t('warnHelp')}
          isChanged={changes.includes('warn_below')}
          problem={problems.warn_below}
          value={values.warn_below === 0 ? undefined : values.warn_below}
          onChange={(warn_below) => set({ warn_below })}
          onEmpty={() => set({ warn_below: 0 })}
        />
        <div className={layoutStyles.buttons}>
          <Button type="primary" htmlType="submit" disabled={changes.length === 0} loading={saving.isPending}>
            {t('save')}
          </Button>
          {changes.length > 0 && (
            <Button type="text" disabled={saving.isPending} onClick={() => forget()}>
              {t('discard')}
            </Button>
          )}
        </div>
      </FormSection>
      <LeaveGuard changes={changes.map((name) => t(name))} />
    </form>
  )
}
