export type GuideHeading = { id: string; text: string }

/** A page of the handbook, as it was rendered when the app was built. */
export type GuideContent = { title: string; headings: GuideHeading[]; html: string }
