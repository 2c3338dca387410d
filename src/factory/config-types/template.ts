/** A value with `{name}` placeholders, `{"$config": path}` and `{"$env": NAME}` in it. */
export type Template = unknown;
export type TemplateMap = Readonly<Record<string, Template>>;
