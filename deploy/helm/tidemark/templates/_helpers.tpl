{{/* The name of everything: that of the release. */}}
{{- define "tidemark.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "tidemark.labels" -}}
app.kubernetes.io/name: tidemark
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "tidemark.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* The settings of both deployments. The secret brings DATABASE_URL and SECRET_KEY. */}}
{{- define "tidemark.env" -}}
- name: BASE_URL
  value: {{ required "baseUrl is the public address of the service" .Values.baseUrl | quote }}
- name: TIDEMARK_COMMAND
  value: {{ printf "kubectl exec deploy/%s-serve -- tidemark" (include "tidemark.name" .) | quote }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "tidemark.security" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
