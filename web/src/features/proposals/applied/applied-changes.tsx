export const AppliedChanges = () => null
