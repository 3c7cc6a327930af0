export const title = 'Confidentialité'
export const lead =
  'Choisissez ce qui est mesuré. Les faits ci-dessous découlent des paramètres de ce site et sont destinés à sa politique de confidentialité.'
export const preset = 'Préréglage'
export const presets = {
  standard: 'Standard',
  no_script: 'Sans script',
  no_campaigns: 'Aucune donnée de campagne sans consentement',
}
export const hints = {
  standard: 'Le script ou un kit compte les visites.',
  no_script:
    'Seul votre serveur compte, avec un kit. Rien ne s’exécute ni n’est enregistré dans le navigateur. Les événements des navigateurs sont rejetés.',
  no_campaigns:
    'Les paramètres de campagne, les identifiants de clic et la page d’où vient le lien ne sont enregistrés que pour les événements qui signalent l’accord du visiteur.',
}
export const language = 'Langue des faits'
export const copyMarkdown = 'Copier en Markdown'
export const copyText = 'Copier en texte'
