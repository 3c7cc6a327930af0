export const kinds = {
  weekly: ['Rapport hebdomadaire', 'Les chiffres de la semaine passée, envoyés dans le fuseau horaire du site.'],
  monthly: ['Rapport mensuel', 'Les chiffres du mois passé, envoyés dans le fuseau horaire du site.'],
  spike: ['Pic de trafic', 'Envoyé quand le nombre de visiteurs en ce moment atteint cette valeur, au plus {often}.'],
  drop: [
    'Baisse de trafic',
    'Envoyé quand les {over} dernières heures ont eu moins de visiteurs que ce nombre, au plus {often}.',
  ],
  silence: [
    'Aucun événement',
    'Envoyé quand aucun événement n’est arrivé pendant cette durée. Le script manque peut-être sur vos pages.',
  ],
}
export const rests = { hours: 'une fois toutes les {count} heures', day: 'une fois par jour' } as const
export const thresholds = {
  spike: 'Visiteurs en ce moment, au moins',
  drop: 'Visiteurs en {over} heures, moins de',
  silence: 'Heures sans événement',
}
export const recipients = 'Destinataires'
export const rule = 'Alerte'
export const weekday = 'Jour de la semaine'
export const monthDay = 'Jour du mois'
export const time = 'Heure'
export const channels = 'Canaux'
export const recipientsOrWebhooksHint =
  'Une adresse e-mail ou un webhook par ligne, par exemple https://hooks.example.com/tidemark.'
export const addMe = 'M’ajouter'
export const addMeOf = 'M’ajouter : {kind}'
export const save = 'Enregistrer'
export const saved = 'Enregistré'
export const failed = 'Le dernier message à {address} a échoué ({time}) : {failure}'
export const sendTest = 'Envoyer un test'
export const sendTestOf = 'Envoyer un test : {kind}'
export const testSent = 'Test envoyé à {address}'
export const testFailed = 'Le test n’a pas pu être envoyé : {failure}'
export const preview = 'Aperçu'
export const previewOf = 'Aperçu : {kind}'
export const noMail = 'L’envoi d’e-mails n’est pas configuré (SMTP_URL manque). Les canaux fonctionnent quand même.'
export const noWay =
  'Les rapports partent par e-mail ou vers des canaux. L’e-mail n’est pas configuré ici, et il n’y a pas encore de canal.'

export const unsubscribe = 'Se désabonner'
export const ask = 'Ne plus envoyer « {kind} » pour {site} à {address} ?'
export const done = 'Le désabonnement est effectué. Vous ne recevrez plus cet e-mail.'
export const gone = 'Cette adresse est déjà désabonnée.'
