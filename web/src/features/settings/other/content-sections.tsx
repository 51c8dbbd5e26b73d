import { useText } from '../../../lib/text/text.ts'
import type { OptionForm } from '../form/option-form.ts'
import type { SettingsSection } from '../form/settings-section.ts'
import { useSectionOptions } from '../form/use-section-options.ts'
import { contentText } from './content.text.ts'
import { ContentOption } from './content-option.tsx'

type FieldsProps = { form: OptionForm }

/** One section for each text that the installation shows to everyone. */
export function useContentSections() {
  const t = useText(contentText)
  return {
    notice: { ...useSectionOptions('other/notice', t), title: t('Notice'), Fields: NoticeFields },
    home: { ...useSectionOptions('other/home', t), title: t('HomePageContent'), Fields: HomeFields },
    about: { ...useSectionOptions('other/about', t), title: t('About'), Fields: AboutFields },
    footer: { ...useSectionOptions('other/footer', t), title: t('Footer'), Fields: FooterFields },
  } satisfies Record<string, SettingsSection>
}

function NoticeFields({ form }: FieldsProps) {
  const t = useText(contentText)
  return <ContentOption form={form} name="Notice" text={t('noticeText')} help={t('kinds')} empty={t('noticeEmpty')} />
}

function HomeFields({ form }: FieldsProps) {
  const t = useText(contentText)
  return (
    <ContentOption
      form={form}
      name="HomePageContent"
      text={t('homeText')}
      help={t('kindsOrPage')}
      empty={t('homeEmpty')}
      frames
    />
  )
}

function AboutFields({ form }: FieldsProps) {
  const t = useText(contentText)
  return (
    <ContentOption
      form={form}
      name="About"
      text={t('aboutText')}
      help={t('kindsOrPage')}
      empty={t('aboutEmpty')}
      frames
    />
  )
}

function FooterFields({ form }: FieldsProps) {
  const t = useText(contentText)
  return (
    <ContentOption form={form} name="Footer" text={t('footerText')} help={t('kinds')} empty={t('footerEmpty')} small />
  )
}
