export const ChannelEditorPage = () => null
