export const title = 'Privacidad'
export const lead =
  'Elija qué se mide. Los hechos siguientes se derivan de los ajustes de este sitio y sirven para su política de privacidad.'
export const preset = 'Configuración predefinida'
export const presets = {
  standard: 'Estándar',
  no_script: 'Sin script',
  no_campaigns: 'Sin datos de campaña sin consentimiento',
}
export const hints = {
  standard: 'El script o un kit cuenta las visitas.',
  no_script:
    'Solo cuenta su servidor, con un kit. En el navegador no se ejecuta ni se guarda nada. Los eventos de los navegadores se descartan.',
  no_campaigns:
    'Los parámetros de campaña, los identificadores de clic y la página que contiene el enlace solo se guardan con eventos que indican el consentimiento del visitante.',
}
export const language = 'Idioma de los hechos'
export const copyMarkdown = 'Copiar como Markdown'
export const copyText = 'Copiar como texto'
