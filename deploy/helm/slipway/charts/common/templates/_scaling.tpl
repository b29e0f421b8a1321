{{- define "slipway.autoscaler" -}}
{{- with .Values.autoscaling -}}
{{- if .enabled -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "slipway.metadata" $ | nindent 2 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ include "slipway.fullname" $ }}
  minReplicas: {{ .minReplicas }}
  maxReplicas: {{ .maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ .targetCPUUtilizationPercentage }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "slipway.disruptionBudget" -}}
{{- with .Values.podDisruptionBudget -}}
{{- if .enabled -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "slipway.metadata" $ | nindent 2 }}
spec:
  maxUnavailable: {{ .maxUnavailable }}
  # A Pod that isn't ready serves nobody: it must not hold up a node's drain.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "slipway.selectorLabels" $ | nindent 6 }}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "slipway.serviceAccount" -}}
{{- if .Values.serviceAccount.create -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "slipway.serviceAccountName" . }}
  namespace: {{ .Release.Namespace }}
  labels:
    {{- include "slipway.labels" . | nindent 4 }}
  {{- with .Values.serviceAccount.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}
{{- end -}}
