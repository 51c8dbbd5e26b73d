import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { JsonOption } from '../../form/fields/json-option.tsx'
import type { SettingsSection } from '../../form/settings-section.ts'
import type { OptionForm } from '../../form/use-option-form.ts'
import { useRules } from '../../form/use-rules.ts'
import { isAmount, readMap } from '../map-text.ts'
import { isGroupName } from './group-maps.ts'
import { GroupTable } from './group-table.tsx'
import { groupsText } from './groups.text.ts'

export function useGroupsSection(): SettingsSection {
  const t = useText(groupsText)
  const rules = useRules()
  const ruleOf = (label: string, isValue: (value: unknown) => boolean, words: 'notAmount' | 'notText') =>
    rules.json(label, (value) => {
      const map = readMap(JSON.stringify(value))
      if (!map) return t('notMap', { label })
      for (const [group, each] of map) {
        if (!isGroupName(group)) return t('badName', { label, group })
        if (!isValue(each)) return t(words, { label, group })
      }
      return undefined
    })
  const [ratio, usable] = [t('GroupRatio'), t('UserUsableGroups')]
  return {
    id: 'groups',
    title: t('title'),
    options: {
      GroupRatio: { label: ratio, rule: ruleOf(ratio, isAmount, 'notAmount') },
      UserUsableGroups: { label: usable, rule: ruleOf(usable, (value) => typeof value === 'string', 'notText') },
    },
    Fields: GroupsFields,
  }
}

function GroupsFields({ form }: { form: OptionForm }) {
  const t = useText(groupsText)
  return (
    <>
      <FormSection title={t('table')} text={t('tableText')}>
        <GroupTable form={form} />
      </FormSection>
      <FormSection title={t('json')} text={t('jsonText')}>
        <JsonOption form={form} name="GroupRatio" template={{ default: 1 }} help={t('ratioHelp')} />
        <JsonOption form={form} name="UserUsableGroups" template={{ default: 'Default' }} help={t('usableJsonHelp')} />
      </FormSection>
    </>
  )
}
