import { useQuery } from '@tanstack/react-query'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { catalogueApi } from '@turnpike/contract/routing/catalogue'
import { useRef } from 'react'
import { ChipsSelect } from '../../../components/fields/chips-select.tsx'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { useEdits } from '../../../components/form/use-edits.ts'
import { LimitFields } from '../../../components/limits/limit-fields.tsx'
import { LimitStates } from '../../../components/limits/limit-states.tsx'
import { useLimitForm } from '../../../components/limits/use-limit-form.ts'
import { orgRoleText } from '../../../components/organisation/org-role.text.ts'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { call } from '../../../lib/api/call.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from '../organisation.module.css'
import { type OrgProps, paramsOf, useOrgChange } from '../use-org.ts'
import { rolesGrantedBy } from './standing.ts'
import type { MemberRow } from './use-members.ts'

const memberDrawerText = dictionary({
  title: ['Edit member {name}', '编辑成员 {name}'],
  roleText: ['What the member may see and do.', '成员可以看到和操作的内容。'],
  ownerRole: ['The owner’s role changes by a transfer.', '所有者的角色只能通过转让变更。'],
  caps: ['Caps', '上限'],
  capsText: [
    'They apply to all tokens of the member and to the playground. Requests over a cap get status 429.',
    '适用于该成员的所有令牌和操练场，超出上限的请求返回状态 429。',
  ],
  use: ['Models and groups', '模型和分组'],
  useText: ['Leave empty to allow all that the organization may use.', '留空表示可以使用组织的全部模型和分组。'],
  models: ['Allowed models', '允许的模型'],
  groups: ['Allowed groups', '允许的分组'],
  any: ['Any', '不限'],
  saved: ['Member saved', '成员已保存'],
})

type MemberDrawerProps = OrgProps & { member: MemberRow; onClosed: () => void }

/** Changes the role, caps, models and groups of a member. Only what was changed is sent. */
export function MemberDrawer({ org, member, onClosed }: MemberDrawerProps) {
  const t = memberDrawerText.use()
  const closing = useRef(() => {})
  const form = useMemberForm(org, member, () => closing.current())
  const { values, edit } = form
  return (
    <FormDrawer
      title={t('title', { name: member.username })}
      holdsInput={form.isChanged}
      onClosed={onClosed}
      onSubmit={form.submit}
      formClassName={styles.form}
      closing={closing}
      verb={t('save')}
      isSending={form.isSaving}
    >
      <FormSection title={t('role')} text={t('roleText')}>
        <RoleField org={org} member={member} value={values.role} onChange={(role) => edit({ role })} />
      </FormSection>
      <FormSection title={t('caps')} text={t('capsText')}>
        {member.states.length > 0 && <LimitStates states={member.states} />}
        <LimitFields values={form.limits.values} problems={form.limits.problems} onChange={form.limits.set} />
      </FormSection>
      <FormSection title={t('use')} text={t('useText')}>
        <ModelsField values={values.models} onChange={(models) => edit({ models })} />
        <GroupsField values={values.groups} onChange={(groups) => edit({ groups })} />
      </FormSection>
    </FormDrawer>
  )
}

type Values = Pick<MemberRow, 'role' | 'models' | 'groups'>

/** The edited values of a member, and the save. */
function useMemberForm(org: OrgProps['org'], member: MemberRow, onSaved: () => void) {
  const t = memberDrawerText.use()
  const stored: Values = { role: member.role, models: member.models, groups: member.groups }
  const { values, edit } = useEdits(stored)
  const limits = useLimitForm(member.limits)
  const params = { ...paramsOf(org.id), user: String(member.user_id) }
  const changed = (['models', 'groups'] as const).filter((name) => values[name] !== stored[name])
  const saving = useOrgChange(
    (body: Parameters<typeof call<typeof orgApi.updateMember>>[1]['body']) =>
      call(orgApi.updateMember, { params, body }),
    {
      onDone: () => {
        toast.success(t('saved'))
        onSaved()
      },
    },
  )
  return {
    values,
    edit,
    limits,
    isChanged: limits.isChanged || changed.length > 0 || values.role !== stored.role,
    isSaving: saving.isPending,
    submit() {
      const caps = limits.read()
      if (!caps || saving.isPending) return
      saving.mutate({
        ...(values.role !== stored.role && values.role !== 'owner' && { role: values.role }),
        ...(limits.isChanged && { limits: caps }),
        ...Object.fromEntries(changed.map((name) => [name, values[name]])),
      })
    },
  }
}

type RoleFieldProps = OrgProps & {
  member: MemberRow
  value: MemberRow['role']
  onChange: (role: MemberRow['role']) => void
}

function RoleField({ org, member, value, onChange }: RoleFieldProps) {
  const t = memberDrawerText.use()
  const roles = orgRoleText.use()
  const isOwner = member.role === 'owner'
  const choices = isOwner ? (['owner'] as const) : rolesGrantedBy(org.role)
  return (
    <SelectField
      label={t('role')}
      help={isOwner ? t('ownerRole') : roles(`${value}May`)}
      disabled={isOwner}
      value={value}
      options={choices.map((role) => ({ value: role, label: roles(role) }))}
      onChange={onChange}
    />
  )
}

type NamesProps = { values: string[]; onChange: (names: string[]) => void }

/** Those that can be chosen, and those that were chosen before and are gone. */
const optionsOf = (names: readonly string[], values: readonly string[]) =>
  [...new Set([...names, ...values])].map((name) => ({ value: name, label: name }))

function ModelsField({ values, onChange }: NamesProps) {
  const t = memberDrawerText.use()
  const models = useQuery({
    queryKey: ['callable models', ''],
    queryFn: () => call(catalogueApi.ownModels, { query: { group: '' } }),
    staleTime: 60_000,
  })
  return (
    <Field label={t('models')} optional help={models.error?.message}>
      {(control) => (
        <ChipsSelect
          {...control}
          values={values}
          options={optionsOf(models.data ?? [], values)}
          placeholder={t('any')}
          loading={models.isPending}
          onChange={onChange}
        />
      )}
    </Field>
  )
}

function GroupsField({ values, onChange }: NamesProps) {
  const t = memberDrawerText.use()
  const groups = useQuery({
    queryKey: ['own groups'],
    queryFn: () => call(catalogueApi.ownGroups),
    staleTime: 60_000,
  })
  return (
    <Field label={t('groups')} optional help={groups.error?.message}>
      {(control) => (
        <ChipsSelect
          {...control}
          values={values}
          options={optionsOf(Object.keys(groups.data ?? {}), values)}
          placeholder={t('any')}
          loading={groups.isPending}
          onChange={onChange}
        />
      )}
    </Field>
  )
}
