{{- define "cluster-api.namespace" -}}
{{- .Values.config.namespace | default .Release.Namespace -}}
{{- end -}}
